import { type RunningModule, defineModule } from '../../core/define-module.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { VisitorLights } from './visitor-lights.ts';
import { VisitorNames } from './visitor-names.ts';

/** The render order of names: below the speech bubble. */
const NAMES_ORDER = 40;

/**
 * The other visitors as small lights with names, and the pose of this visitor for the others. At most two
 * draw calls, and none without other visitors.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables): RunningModule => {
  const { own, players } = state.presence;
  const { player, camera } = scene;
  const lights = disposables.use(new VisitorLights(theme, players.numbers.length));
  const names = disposables.use(new VisitorNames(theme));
  makeStatic(lights.mesh, 'visitors');
  makeStatic(names.mesh, 'visitor names', NAMES_ORDER);
  disposables.add(scene, lights.mesh);
  disposables.add(scene, names.mesh);
  disposables.defer(() => (own.isKnown = false));

  return {
    update(_elapsed, delta) {
      own.isKnown = true;
      own.x = player.x;
      own.y = player.y + player.heightOffset;
      own.z = player.z;
      own.yaw = player.yaw;
      lights.setLevel(scene.frame.quality);
      lights.update(players, delta, state.world.reducedMotion.get());
      names.update(players, camera.position.x, camera.position.z, delta);
      if (!lights.mesh.visible) return;
      updateFog(lights.fog, scene);
      updateFog(names.fog, scene);
    },
  };
});
