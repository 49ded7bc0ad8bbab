import type { DataModule } from '../../data/core/module.ts';
import type { ViewState } from '../../data/view/view-state.ts';

/**
 * Sets `window.homeWorld` while the debug panel is open, for the console, tests and the benchmark. Deletes it
 * when the panel closes. `handle` creates the object each time the panel opens.
 */
export function debugHandle(handle: () => object): DataModule<ViewState> {
  let pageState: ViewState | undefined;
  let isThere = false;
  return {
    init(_scene, state): void {
      pageState = state;
    },
    update(): void {
      const wanted = pageState?.panels.debug.get() ?? false;
      if (wanted === isThere) return;
      isThere = wanted;
      if (wanted) window.homeWorld = handle();
      else delete window.homeWorld;
    },
    dispose(): void {
      delete window.homeWorld;
    },
  };
}

declare global {
  interface Window {
    homeWorld?: object;
  }
}
