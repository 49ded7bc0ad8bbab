import type { MotionQuery } from '../../core/environment.ts';
import { type DataModule, dataModule } from '../../core/module.ts';
import { watch } from '../../core/watch.ts';
import type { WorldState } from '../../world-state.ts';
import type { SettingsState } from './settings.ts';

type Needs = SettingsState & WorldState;

/** Follows `prefers-reduced-motion`, unless the visitor's settings for this home override it. */
export const createReducedMotion = (query: MotionQuery): DataModule<Needs> =>
  dataModule(({ settings, world: { reducedMotion } }) => {
    const follow = (): void => {
      const { motion } = settings.get();
      const reduced = motion === 'system' ? query.matches : motion === 'reduced';
      if (reducedMotion.get() !== reduced) reducedMotion.set(reduced);
    };
    query.addEventListener('change', follow);
    const end = watch(settings, follow);
    follow();
    return {
      dispose() {
        query.removeEventListener('change', follow);
        end();
      },
    };
  });
