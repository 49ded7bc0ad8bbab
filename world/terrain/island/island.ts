import { Group, Mesh } from 'three';
import { defineModule } from '../../core/define-module.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { groundGeometry } from './ground.ts';
import { MergedStonework } from './merged-stonework.ts';
import { terrainMaterial, terrainUniforms } from '../terrain-material.ts';
import { createPlatform } from './platform.ts';

/**
 * The island and the glass platform on it: two draw calls, the first including the static stone of all
 * modules. The objects on them are in `scenery.ts`.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  // One set of uniforms for both meshes: fog, time and lying snow are written once a frame.
  const shared = terrainUniforms(scene);
  const ground = new Mesh(groundGeometry(theme), terrainMaterial(theme, shared));
  makeStatic(ground, 'ground');
  ground.userData['zoomLabel'] = 'The island';
  const platform = createPlatform(theme, shared, scene.weather);
  for (const { geometry, material } of [platform, ground]) {
    disposables.use(geometry);
    disposables.use(material);
  }
  const group = new Group();
  group.name = 'island';
  const stonework = disposables.use(new MergedStonework(scene, ground.material));
  disposables.defer(scene.registry.stonework.add(ground));
  disposables.add(scene, group.add(platform, ground, stonework.mesh));
  updateFog(shared, scene);
  // The island itself does not change: only fog and time do.
  return {
    update(_elapsed, delta) {
      updateFog(shared, scene);
      if (!state.world.reducedMotion.get()) shared.time.value += delta;
      stonework.update(delta);
    },
  };
});
