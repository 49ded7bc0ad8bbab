import type { DataModule } from '../../data/core/module.ts';
import type { ViewState } from '../../data/view/view-state.ts';

/**
 * Sets `window.homeWorld` while the debug panel is open, for the console, for tests and for the
 * bench, and removes it again. A module of the ticker like any other. `handle` makes the object,
 * once for each time debug is switched on.
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
