import type { DataModule } from './module.ts';
import type { PageState } from './page-state.ts';

/** Follows the browser's `online` and `offline` window events; `isOnline` is `navigator.onLine`. */
export function createOnline(
  target: EventTarget,
  isOnline: () => boolean,
): DataModule<Pick<PageState, 'online'>> {
  let listening: AbortController | undefined;
  return {
    init(_scene, state) {
      listening = new AbortController();
      const follow = (): void => state.online.set(isOnline());
      target.addEventListener('online', follow, { signal: listening.signal });
      target.addEventListener('offline', follow, { signal: listening.signal });
      follow();
    },
    update() {},
    dispose() {
      listening?.abort();
    },
  };
}
