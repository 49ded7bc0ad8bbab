import type { MotionQuery } from '../../core/environment.ts';
import { type DataModule, dataModule } from '../../core/module.ts';
import { watch } from '../../core/watch.ts';
import type { WorldState } from '../../world-state.ts';
import type { SettingsState } from './settings.ts';

type Needs = SettingsState & WorldState;

/**
 * Follows `prefers-reduced-motion`, unless the visitor's settings for this home override it. The plain look reduces
 * motion, too; `?plain` in the page's address sets it for that visit.
 */
export const createReducedMotion = (query: MotionQuery, isPlainHere = false): DataModule<Needs> =>
  dataModule(({ settings, world: { plain, reducedMotion } }) => {
    const follow = (): void => {
      const { motion, plain: wanted } = settings.get();
      const isPlain = isPlainHere || wanted;
      if (plain.get() !== isPlain) plain.set(isPlain);
      const reduced = isPlain || (motion === 'system' ? query.matches : motion === 'reduced');
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
