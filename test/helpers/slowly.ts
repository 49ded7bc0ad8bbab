import { nextFrame } from '@open-wc/testing';

/** The `fetch` of a home that answers after some frames. By then a button that was disabled has lost the focus. */
export const slowly =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (...request) => {
    for (let frames = 0; frames < 3; frames += 1) await nextFrame();
    return fetch(...request);
  };
