import type { MotionQuery } from '../../core/environment.ts';
import type { DataModule } from '../../core/module.ts';
import { watch } from '../../core/signal.ts';
import type { WorldState } from '../../world-state.ts';
import type { SettingsState } from './settings.ts';

/** The parts of the state that this module uses. */
type Needs = SettingsState & WorldState;

/** Follows `prefers-reduced-motion`; what the visitor sets for this home wins over it. */
export function createReducedMotion(query: MotionQuery): DataModule<Needs> {
  let listening: AbortController | undefined;
  let end: (() => void) | undefined;
  return {
    init(_scene, state) {
      listening = new AbortController();
      const { reducedMotion } = state.world;
      const follow = (): void => {
        const { motion } = state.settings.get();
        const reduced = motion === 'system' ? query.matches : motion === 'reduced';
        if (reducedMotion.get() !== reduced) reducedMotion.set(reduced);
      };
      query.addEventListener('change', follow, { signal: listening.signal });
      end = watch(state.settings, follow);
      follow();
    },
    update() {},
    dispose() {
      listening?.abort();
      end?.();
    },
  };
}
