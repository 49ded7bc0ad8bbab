import {
  type BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder } from '../../utils/geometry.ts';
import { seededRandom } from '../../utils/noise.ts';
import { PLATFORM_RADIUS, heightAt, hexDistance } from './height.ts';
import type { TerrainInstances } from '../terrain-material.ts';

/** The distance between two slabs. */
const PACE_METRES = 1.25;
/** The number of instances in the mesh. With more slabs, further portals get no path. */
const MAX_SLABS = 320;

/** A flat stone of unit radius with bevelled edges: six corners, slightly irregular. */
function slabGeometry(theme: Theme): BufferGeometry {
  const builder = new FacetBuilder();
  const random = seededRandom(3);
  const color = new Color(theme.colors.path);
  const ring = (radius: number, y: number): Vector3[] =>
    Array.from({ length: 6 }, (_unused, i) => {
      const angle = (i / 6) * Math.PI * 2;
      return new Vector3(Math.cos(angle) * radius, y, Math.sin(angle) * radius);
    });
  const uneven = Array.from({ length: 6 }, () => 0.86 + random() * 0.24);
  const shaped = (points: Vector3[]): Vector3[] =>
    points.map((point, i) => point.multiply(new Vector3(uneven[i], 1, uneven[i])));
  const top = shaped(ring(0.9, 1));
  const lip = shaped(ring(1, 0.5));
  const foot = shaped(ring(1, -3));
  const paint = (): Color => color;
  builder.fan(new Vector3(0, 1, 0), top.toReversed(), paint);
  builder.loft([top, lip], paint, 0.02);
  builder.loft([lip, foot], paint);
  return builder.build();
}

/** A place on the ground, in metres. */
interface Slab {
  readonly x: number;
  readonly z: number;
}

/** The visitor's arrival: the first path leads from the return portal to the platform's near corner. */
const ARRIVAL: Slab = { x: 0, z: 24 };

/** Stepping stones in a straight line from the platform's edge to each target, ending just in front of it. */
export function pathSlabs(targets: readonly Slab[]): Slab[] {
  const slabs: Slab[] = [];
  for (const { x, z } of [ARRIVAL, ...targets]) {
    const length = Math.hypot(x, z);
    if (length < PLATFORM_RADIUS) continue;
    const [dx, dz] = [x / length, z / length];
    const edge = PLATFORM_RADIUS / hexDistance(dx, dz);
    for (let at = edge + 0.8; at < length - 0.6 && slabs.length < MAX_SLABS; at += PACE_METRES)
      slabs.push({ x: dx * at, z: dz * at });
  }
  return slabs;
}

/** Creates the mesh for all slabs. It has no slabs yet: `layPaths` places them. */
export function createPaths(theme: Theme, material: ShaderMaterial): TerrainInstances {
  const mesh = new InstancedMesh(slabGeometry(theme), material, MAX_SLABS);
  makeStatic(mesh, 'paths');
  mesh.userData['zoomLabel'] = 'A path';
  mesh.count = 0;
  mesh.setColorAt(0, new Color(1, 1, 1));
  return mesh;
}

/** Lays the slabs again; called when the registry changes, not per frame. */
export function layPaths(mesh: InstancedMesh, targets: readonly Slab[]): void {
  const random = seededRandom(targets.length);
  const turn = new Quaternion();
  const up = new Vector3(0, 1, 0);
  const matrix = new Matrix4();
  const tone = new Color();
  const slabs = pathSlabs(targets);
  slabs.forEach(({ x, z }, index) => {
    const along = Math.atan2(x, z);
    turn.setFromAxisAngle(up, along + (random() - 0.5) * 0.3);
    const size = 0.58 + random() * 0.12;
    const at = new Vector3(x + (random() - 0.5) * 0.2, heightAt(x, z) + 0.02, z + (random() - 0.5) * 0.2);
    mesh.setMatrixAt(index, matrix.compose(at, turn, new Vector3(size * 1.35, 0.05, size)));
    mesh.setColorAt(index, tone.setScalar(0.85 + random() * 0.35));
  });
  mesh.count = slabs.length;
  mesh.instanceMatrix.needsUpdate = true;
  // Ray casts use the bounding sphere.
  mesh.computeBoundingSphere();
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
