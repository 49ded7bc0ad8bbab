import type { DataModule } from '../core/module.ts';
import type { WorldState } from '../world-state.ts';

/**
 * The relays wait at most this long for the world, so that the feed also works without a world or on a slow
 * machine.
 */
const MAX_WAIT_MS = 8_000;

/**
 * Starts a module when the world is ready. Verifying the signatures of a relay's first answer takes a second
 * of processor time on a small machine, and the first picture needs that time.
 */
export function deferUntilWorld<Needs>(
  module: DataModule<Needs>,
  now: () => number,
): DataModule<Needs & Pick<WorldState, 'world'>> {
  let begin: (() => void) | undefined;
  let begun = false;
  let state: Pick<WorldState, 'world'> | undefined;
  let latest = 0;
  return {
    init(scene, into, theme) {
      state = into;
      latest = now() + MAX_WAIT_MS;
      begun = false;
      begin = () => module.init(scene, into, theme);
    },
    update(elapsed, delta) {
      if (!state || !begin) return;
      if (!begun) {
        const { phase } = state.world.status.get();
        if ((phase === 'waiting' || phase === 'loading') && now() < latest) return;
        begun = true;
        begin();
      }
      module.update(elapsed, delta);
    },
    dispose() {
      if (begun) module.dispose?.();
      state = undefined;
      begin = undefined;
    },
  };
}
