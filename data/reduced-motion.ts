import type { DataModule } from './module.ts';
import type { State } from './state.ts';

/** A `MediaQueryList`, as far as it is needed here. */
export interface MotionQuery extends EventTarget {
  readonly matches: boolean;
}

/** Follows what the visitor asked their system for: less motion, or as much as there is. */
export function createReducedMotion(query: MotionQuery): DataModule {
  let listening: AbortController | undefined;
  return {
    init(_scene, state: State) {
      listening = new AbortController();
      const follow = (): void => state.world.reducedMotion.set(query.matches);
      query.addEventListener('change', follow, { signal: listening.signal });
      follow();
    },
    update() {},
    dispose() {
      listening?.abort();
    },
  };
}
