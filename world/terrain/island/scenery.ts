import { Group } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { terrainMaterial, terrainUniforms } from '../terrain-material.ts';
import { createIslets } from './islets.ts';
import { createPaths, layPaths } from './paths.ts';
import { createGrowth, createStones } from './scatter.ts';

/** The drawn share of stones and growth, by quality level. */
const SHARE: Record<QualityLevel, number> = { lowest: 0.3, low: 0.7, middle: 1, highest: 1 };

/**
 * The objects on and around the island: stones, growth, paths and islets. Four draw calls, or one if the
 * island draws the first three.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const shared = terrainUniforms(scene);
  const rock = disposables.use(terrainMaterial(theme, shared));
  const stones = createStones(theme, rock);
  const growth = createGrowth(theme, rock);
  const paths = createPaths(theme, rock);
  const group = new Group();
  group.name = 'scenery';
  for (const mesh of [paths, stones, growth, createIslets(theme, rock)]) {
    disposables.use(mesh.geometry);
    disposables.use(mesh);
    group.add(mesh);
  }
  disposables.add(scene, group);
  // The islets move, so they are not merged.
  for (const mesh of [paths, stones, growth]) disposables.defer(scene.registry.stonework.add(mesh));

  let doors: typeof scene.registry.doors | undefined;
  let laid: string | undefined;
  /** Lays the paths to the portals. They are laid again only if a portal has moved, come or gone. */
  const followPortals = (): void => {
    if (scene.registry.doors === doors) return;
    doors = scene.registry.doors;
    // An arch without an id leads nowhere: its name says why there are no portals. It gets no path.
    const feet = doors.flatMap(({ id, foot }) => (id === '' ? [] : [foot]));
    const key = feet.map(({ x, z }) => `${x},${z}`).join(' ');
    if (key === laid) return;
    laid = key;
    layPaths(paths, feet);
  };

  const small = [stones, growth].map((mesh) => ({ mesh, all: mesh.count }));
  let quality: QualityLevel | undefined;
  /**
   * Draws fewer stones and tufts at the lower quality levels, where the CPU processes every triangle. They
   * are in random order, so that each share is spread over the whole island.
   */
  const followQuality = (): void => {
    if (quality === scene.frame.quality) return;
    quality = scene.frame.quality;
    for (const { mesh, all } of small) {
      mesh.count = Math.round(all * SHARE[quality]);
      // Ray casts use the bounding sphere.
      mesh.computeBoundingSphere();
    }
  };

  const step = (delta: number): void => {
    followPortals();
    updateFog(shared, scene);
    if (!state.world.reducedMotion.get()) shared.time.value += delta;
    followQuality();
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
