import type { DataModule } from './module.ts';
import type { PageState } from './page-state.ts';

/** Sets `state.now` once a second, on the full second: ages and the 24-hour window follow it. */
export function createClock(now: () => number): DataModule<Pick<PageState, 'now'>> {
  let state: Pick<PageState, 'now'> | undefined;
  let second = -1;
  return {
    init(_scene, into) {
      state = into;
    },
    update() {
      const time = now();
      const full = Math.floor(time / 1000);
      if (full === second) return;
      second = full;
      state?.now.set(time);
    },
    dispose() {
      state = undefined;
    },
  };
}
