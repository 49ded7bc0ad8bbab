import type { DataModule } from '../../data/core/module.ts';
import type { State } from '../../data/state.ts';

/**
 * Puts `window.homeWorld` there while debug is on, for consoles, tests and the
 * bench; takes it away again. A module of the ticker like any other.
 */
export function debugHandle(handle: () => object): DataModule<State> {
  let home: State | undefined;
  let shown = false;
  return {
    init(_scene, state): void {
      home = state;
    },
    update(): void {
      const wanted = home?.panels.debug.get() ?? false;
      if (wanted === shown) return;
      shown = wanted;
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
