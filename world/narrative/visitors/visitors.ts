import { type RunningModule, defineModule } from '../../core/define-module.ts';
import { VisitorLights } from './visitor-lights.ts';
import { VisitorNames } from './visitor-names.ts';

/**
 * The other visitors as small lights with names, and the pose of this visitor for the others. At most two
 * draw calls, and none without other visitors.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables): RunningModule => {
  const { own, players } = state.presence;
  const { player } = scene;
  const lights = new VisitorLights(scene, state, theme, disposables);
  const names = new VisitorNames(scene, state, theme, disposables);
  disposables.defer(() => (own.isKnown = false));

  return {
    update(_elapsed, delta) {
      own.isKnown = true;
      own.x = player.x;
      own.y = player.y + player.heightOffset;
      own.z = player.z;
      own.yaw = player.yaw;
      lights.update(delta);
      names.update(players, delta);
    },
  };
});
