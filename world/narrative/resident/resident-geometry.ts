import {
  BufferGeometry,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LatheGeometry,
  MathUtils,
  TorusGeometry,
  Vector2,
} from 'three';
import { SHOULDER, RIBBON_METRES } from './resident.glsl.ts';

/**
 * The figure's outline from bottom to top, as radius and height in metres: one line from the wide hem over the
 * waist and the shoulders to the tip of the hood.
 */
const OUTLINE: readonly (readonly [radius: number, height: number])[] = [
  [0.33, 0],
  [0.292, 0.14],
  [0.25, 0.34],
  [0.208, 0.6],
  [0.176, 0.86],
  [0.164, 1.06],
  [0.178, 1.24],
  [0.212, 1.39],
  [0.243, 1.51],
  [0.25, 1.59],
  [0.228, 1.665],
  [0.187, 1.725],
  [0.168, 1.785],
  [0.176, 1.86],
  [0.188, 1.94],
  [0.184, 2.01],
  [0.158, 2.08],
  [0.112, 2.14],
  [0.054, 2.182],
  [0.001, 2.2],
];
const SIDES = 16;
/**
 * The depths relative to the width: the body is wider than deep, the head deeper than wide. Between these
 * heights is the transition.
 */
const BODY_DEPTH = 0.72;
const HEAD_DEPTH = 1.08;
const NECK_FROM = 1.62;
const NECK_TO = 1.85;
const STRIP_PARTS = 12;

/** The collected vertices of one geometry. */
interface Corners {
  readonly positions: number[];
  readonly normals: number[];
  /**
   * For a strip: the position along and across it (−1 to 1), and its side: −1 and 1 for a ribbon, −2 and 2 for
   * an arm. 0 is the body.
   */
  readonly parts: number[];
  readonly index: number[];
}

/** The body: a lathe geometry, less deep than wide. */
function addBody({ positions, normals, parts, index }: Corners): void {
  const lathe = new LatheGeometry(
    OUTLINE.map(([radius, height]) => new Vector2(radius, height)),
    SIDES,
  );
  const at = lathe.getAttribute('position');
  const normal = lathe.getAttribute('normal');
  for (let i = 0; i < at.count; i++) {
    const y = at.getY(i);
    const depth = BODY_DEPTH + (HEAD_DEPTH - BODY_DEPTH) * MathUtils.smoothstep(y, NECK_FROM, NECK_TO);
    positions.push(at.getX(i), y, at.getZ(i) * depth);
    normals.push(normal.getX(i), normal.getY(i), normal.getZ(i) / depth);
    parts.push(0, 0, 0);
  }
  index.push(...(lathe.getIndex()?.array ?? []));
}

/**
 * A ribbon or an arm, with both faces. The shader shapes it; the positions here are those of a hanging ribbon,
 * for the bounding sphere.
 */
function addStrip({ positions, normals, parts, index }: Corners, side: -2 | -1 | 1 | 2): void {
  const first = positions.length / 3;
  for (let i = 0; i <= STRIP_PARTS; i++)
    for (const across of [-1, 1]) {
      const along = i / STRIP_PARTS;
      positions.push(
        Math.sign(side) * (SHOULDER.x + 0.2 * along),
        SHOULDER.y - RIBBON_METRES * along,
        SHOULDER.z + 0.05 * across,
      );
      normals.push(side, 0, 0);
      parts.push(along, across, side);
    }
  for (let i = 0; i < STRIP_PARTS; i++) {
    const a = first + i * 2;
    index.push(a, a + 1, a + 2, a + 2, a + 1, a + 3);
    index.push(a, a + 2, a + 1, a + 2, a + 3, a + 1);
  }
}

/** The figure with its ribbons and arms, 2.2 m tall: one geometry, so one draw call. It faces +z. */
export function residentGeometry(): BufferGeometry {
  const corners: Corners = { positions: [], normals: [], parts: [], index: [] };
  addBody(corners);
  for (const side of [-2, -1, 1, 2] as const) addStrip(corners, side);
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(corners.positions, 3))
    .setAttribute('normal', new Float32BufferAttribute(corners.normals, 3))
    .setAttribute('aPart', new Float32BufferAttribute(corners.parts, 3))
    .setIndex(corners.index);
  // Open ribbons extend beyond the bounding sphere of hanging ones.
  geometry.computeBoundingSphere();
  if (geometry.boundingSphere) geometry.boundingSphere.radius += RIBBON_METRES / 2;
  return geometry;
}

const MOTES = 60;
/** Marks for the two other soft lights: the glow around the body, and the disc of light on the floor. */
const AIR = -1;
const POOL = -2;

/** A value between 0 and 1 that looks random but is the same in every visit. */
const scattered = (i: number, stride: number): number => (i * stride) % 1;

/**
 * Quads for the soft lights: the disc, the glow, and the particles. `aLight` of a particle: the start of its
 * path, its direction from the body, its distance and its size, each 0 to 1. For the disc and the glow, the
 * first component is their mark.
 */
export function softLightGeometry(): InstancedBufferGeometry {
  const lights = [POOL, 0, 0, 0, AIR, 0, 0, 0];
  for (let i = 1; i <= MOTES; i++)
    lights.push(
      scattered(i, 0.618034),
      scattered(i, 0.754878),
      scattered(i, 0.569841),
      scattered(i, 0.819173),
    );
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  geometry.setAttribute('aLight', new InstancedBufferAttribute(new Float32Array(lights), 4));
  geometry.instanceCount = MOTES + 2;
  return geometry;
}

export const RINGS = 3;
const RING_RADIUS = 0.52;
export const RING_TUBE = 0.006;
export const ringGeometry = (): BufferGeometry => new TorusGeometry(RING_RADIUS, RING_TUBE, 4, 64);
