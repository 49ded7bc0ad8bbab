import type { BrowserContext, Page } from '@playwright/test';

/**
 * Pages that are opened from now on have no world. For tests whose texts are the same without it, because
 * these tests are faster then.
 */
export async function withoutWebgl(opener: BrowserContext | Page): Promise<void> {
  await opener.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (
      kind: string,
      ...more: unknown[]
    ) => unknown;
    // In a worker too.
    Object.assign(window, { OffscreenCanvas: undefined });
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
      },
    });
  });
}

/** Pages that are opened from now on have the home as text: no world, and no painted one. */
export async function asText(opener: BrowserContext | Page): Promise<void> {
  await withoutWebgl(opener);
  await opener.route('**/painted/**', (route) => route.abort());
}
