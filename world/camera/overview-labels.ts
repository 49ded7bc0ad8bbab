import { type BufferAttribute, type Material, Mesh, Vector3 } from 'three';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { SIGNS_NAME } from '../portals/signs.ts';

/** Names are read from farther off than on foot: from this distance on they grow with it. Metres. */
const GROWTH_FROM_METRES = 36;
const GROWTH_PER_METRE = 0.034;
const MOST_SIZE = 3;
/** They lean back towards an eye that looks down. Radians. */
const LEAN = 0.85;
const UP = Math.cos(LEAN);
const BACK = Math.sin(LEAN);
/** Of a distance that changes, less is not seen. Metres. */
const SAME_METRES = 0.05;

const left = new Vector3();
const right = new Vector3();
const foot = new Vector3();
const corner = new Vector3();
const leant = new Vector3();

/**
 * How large names are for an eye so far from the middle of the island, as a factor.
 */
const sizeFrom = (metres: number): number =>
  Math.min(MOST_SIZE, 1 + Math.max(0, metres - GROWTH_FROM_METRES) * GROWTH_PER_METRE);

/**
 * Sets corners (four to a quad: first all names, then under each its line, as `world/portals/signs.ts` has them) between where they stand,
 * `from`, and where an eye reads them that looks down from the side where a visit begins: `above` is 0 to 1.
 */
function leanNames(to: Float32Array, from: Float32Array, above: number, size: number): void {
  const quads = from.length / 12;
  const count = quads / 2;
  for (let quad = 0; quad < quads; quad++) {
    // The lower edge of the line of states: the sign grows from its middle.
    const line = (quad % count) + count;
    left.fromArray(from, line * 12);
    right.fromArray(from, line * 12 + 3);
    foot.lerpVectors(left, right, 0.5);
    right.sub(left);
    const wide = right.length();
    for (let i = 0; i < 4; i++) {
      const at = quad * 12 + i * 3;
      corner.fromArray(from, at);
      leant.subVectors(corner, foot);
      const across = leant.dot(right) / wide;
      const rise = Math.sqrt(Math.max(0, leant.lengthSq() - across * across));
      leant.set(foot.x + across * size, foot.y + rise * size * UP, foot.z - rise * size * BACK);
      corner.lerp(leant, above).toArray(to, at);
    }
  }
}

let scene: WorldScene | undefined;
/** Whose corners were set, and where they stand on foot. */
let mesh: Mesh | undefined;
let stood = new Float32Array(0);
let shown = 0;
let from = 0;

export function init(into: WorldScene, _state: State, _theme: Theme): void {
  scene = into;
}

function find(): void {
  // Portals that have changed have other signs.
  if (mesh?.parent?.parent) return;
  const found = scene?.getObjectByName(SIGNS_NAME);
  mesh = found instanceof Mesh ? found : undefined;
  if (!mesh) return;
  stood = (mesh.geometry.getAttribute('position').array as Float32Array).slice();
  shown = 0;
}

/** Turns the portals' names to the eye while it is above, and gives them back to their arches as it comes down. */
export function update(): void {
  if (!scene || (scene.overview === 0 && shown === 0)) return;
  find();
  const metres = scene.camera.position.length();
  if (!mesh || (scene.overview === shown && Math.abs(metres - from) < SAME_METRES)) return;
  show(scene.overview, metres);
}

function show(above: number, metres: number): void {
  if (!mesh) return;
  shown = above;
  from = metres;
  const positions = mesh.geometry.getAttribute('position') as BufferAttribute;
  const to = positions.array as Float32Array;
  if (above === 0) to.set(stood);
  else leanNames(to, stood, above, sizeFrom(metres));
  positions.needsUpdate = true;
  // The Earth hangs before one of them.
  (mesh.material as Material).depthTest = above < 0.5;
}

export function dispose(): void {
  if (shown !== 0 && mesh?.parent?.parent) show(0, 0);
  scene = undefined;
  mesh = undefined;
  shown = 0;
}
