import { type BufferGeometry, Group, Mesh, type ShaderMaterial } from 'three';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { Atmosphere } from '../weather/atmosphere.ts';
import { groundGeometry } from './ground.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../terrain-material.ts';
import { createPlatform } from './platform.ts';

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly group: Group;
  readonly shared: TerrainUniforms;
  readonly air: Atmosphere;
  readonly meshes: readonly Mesh<BufferGeometry, ShaderMaterial>[];
}

let mounted: Mounted | undefined;

/** The island and the glass platform on it: two draw calls. What lies on them is `scenery.ts`. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shared = terrainUniforms();
  const air = new Atmosphere(theme);
  const ground = new Mesh(groundGeometry(theme), terrainMaterial(theme, shared));
  ground.name = 'ground';
  ground.userData['zoomLabel'] = 'The island';
  ground.matrixAutoUpdate = false;
  ground.frustumCulled = false;
  const meshes = [createPlatform(theme, shared, air), ground];
  const group = new Group();
  group.name = 'island';
  group.add(...meshes);
  scene.add(group);
  mounted = { scene, state, group, shared, air, meshes };
  update(0, 0);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, shared, air } = mounted;
  // The glass mirrors the sky of the same weather.
  air.update(state, delta);
  followFog(shared, scene);
  if (!state.world.reducedMotion.get()) shared.time.value += delta;
}

export function dispose(): void {
  if (!mounted) return;
  const { group, meshes } = mounted;
  mounted = undefined;
  group.removeFromParent();
  for (const { geometry, material } of meshes) {
    geometry.dispose();
    material.dispose();
  }
}
