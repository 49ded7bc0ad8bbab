import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { type RunningModule, defineModule } from '../../world/core/define-module.ts';
import type { Disposables } from '../../world/core/disposables.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';

/** A module made from its class, for tests that need its instance. */
export function moduleOf<T extends RunningModule>(
  Running: new (scene: WorldScene, state: State, theme: Theme, disposables: Disposables) => T,
) {
  let running: T | undefined;
  const module = defineModule((...given) => (running = new Running(...given)));
  return {
    init: module.init,
    update: (elapsed = 0, delta = 0): void => module.update(elapsed, delta),
    dispose: module.dispose,
    /** The instance that `init` made last. */
    get running(): T {
      if (!running) throw new Error('the module has not been started');
      return running;
    },
  };
}
