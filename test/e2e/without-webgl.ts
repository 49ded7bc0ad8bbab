import type { BrowserContext, Page } from '@playwright/test';

/** Pages that are opened from now on have no world: for walks whose words are the same without one, and that are faster so. */
export async function withoutWebgl(opener: BrowserContext | Page): Promise<void> {
  await opener.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (
      kind: string,
      ...more: unknown[]
    ) => unknown;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
      },
    });
  });
}
