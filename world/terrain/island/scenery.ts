import { Group, type InstancedMesh, type ShaderMaterial } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { layoutPortals } from '../../portals/layout.ts';
import { followFog } from '../../utils/fade.glsl.ts';
import { createIslets } from './islets.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../terrain-material.ts';
import { createPaths, layPaths } from './paths.ts';
import { createGrowth, createStones } from './scatter.ts';

/** What of the small things is drawn, by level. */
const SHARE: Record<QualityLevel, number> = { lowest: 0.3, low: 0.7, middle: 1, highest: 1 };

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly group: Group;
  readonly shared: TerrainUniforms;
  readonly material: ShaderMaterial;
  readonly meshes: readonly InstancedMesh[];
  readonly small: readonly { mesh: InstancedMesh; all: number }[];
  readonly paths: InstancedMesh;
  /** The registry the paths were laid for. */
  portals: Reading<readonly Portal[]> | undefined;
  laid: string | undefined;
  quality: QualityLevel | undefined;
}

let mounted: Mounted | undefined;

/** What lies on the island and hangs around it: stones, growth, paths and islets, four draw calls. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const shared = terrainUniforms(scene);
  const rock = terrainMaterial(theme, shared);
  const stones = createStones(theme, rock);
  const growth = createGrowth(theme, rock);
  const paths = createPaths(theme, rock);
  const islets = createIslets(theme, rock);
  const meshes = [paths, stones, growth, islets];
  const group = new Group();
  group.name = 'scenery';
  group.add(...meshes);
  scene.add(group);
  mounted = {
    scene,
    state,
    group,
    shared,
    material: rock,
    meshes,
    small: [stones, growth].map((mesh) => ({ mesh, all: mesh.count })),
    paths,
    portals: undefined,
    laid: undefined,
    quality: undefined,
  };
  update(0, 0);
}

/** Paths lead to where the registry's portals stand; they are laid again only when one has moved, come or gone. */
function layNewPaths(at: Mounted): void {
  const reading = at.state.derived.portals.get();
  if (reading === at.portals) return;
  at.portals = reading;
  const places = layoutPortals((currentValue(reading) ?? []).map(({ record }) => record));
  const key = places.map(({ x, z }) => `${x},${z}`).join(' ');
  if (key === at.laid) return;
  at.laid = key;
  layPaths(at.paths, places);
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, shared, small } = mounted;
  layNewPaths(mounted);
  followFog(shared, scene);
  if (!state.world.reducedMotion.get()) shared.time.value += delta;
  if (mounted.quality === scene.quality) return;
  mounted.quality = scene.quality;
  // Cut short where every triangle is paid for by the processor; the places are in random order, so none go missing at one spot.
  for (const { mesh, all } of small) {
    mesh.count = Math.round(all * SHARE[scene.quality]);
    // A ray looks for them within it.
    mesh.computeBoundingSphere();
  }
}

export function dispose(): void {
  if (!mounted) return;
  const { group, meshes, material } = mounted;
  mounted = undefined;
  group.removeFromParent();
  for (const mesh of meshes) {
    mesh.geometry.dispose();
    mesh.dispose();
  }
  material.dispose();
}
