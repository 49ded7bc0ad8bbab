import {
  type BufferAttribute,
  type BufferGeometry,
  MathUtils,
  type Material,
  type Mesh,
  Vector3,
} from 'three';

/** Beyond this distance names grow with the distance, so that they stay readable. */
const GROWTH_FROM_METRES = 36;
const GROWTH_PER_METRE = 0.034;
const MAX_SIZE = 3;
/** In a low picture names grow until a letter of `LETTER_METRES` has this height in CSS pixels. */
const READABLE_PIXELS = 12;
const LETTER_METRES = 0.8;
/** The angle by which names lean back, towards a camera that looks down. */
const LEAN_RADIANS = 0.85;
const UP = Math.cos(LEAN_RADIANS);
const BACK = Math.sin(LEAN_RADIANS);
/** A smaller change of the size is invisible. */
const MIN_CHANGE = 0.002;

const left = new Vector3();
const right = new Vector3();
const foot = new Vector3();
const corner = new Vector3();
const leant = new Vector3();

/** The scale of names for a camera at this distance from the middle; `height` in CSS pixels. */
function sizeAt(metres: number, fov: number, height: number): number {
  const metresPerPixel = (2 * metres * Math.tan(MathUtils.degToRad(fov) / 2)) / height;
  const grown = 1 + Math.max(0, metres - GROWTH_FROM_METRES) * GROWTH_PER_METRE;
  return Math.min(MAX_SIZE, Math.max(grown, (READABLE_PIXELS * metresPerPixel) / LETTER_METRES));
}

/**
 * Writes the corners of the signs to `to`: four for each quad, first all names, then all lines (`signs.ts`).
 * It interpolates between `upright` (`overview` 0) and the lean towards the overview's camera (`overview` 1).
 */
function leanCorners(to: Float32Array, upright: Float32Array, overview: number, size: number): void {
  const quads = upright.length / 12;
  const count = quads / 2;
  for (let quad = 0; quad < quads; quad++) {
    // The middle of the lower edge of the sign's line is the origin of scaling.
    const line = (quad % count) + count;
    left.fromArray(upright, line * 12);
    right.fromArray(upright, line * 12 + 3);
    foot.lerpVectors(left, right, 0.5);
    right.sub(left);
    const width = right.length();
    for (let i = 0; i < 4; i++) {
      const at = quad * 12 + i * 3;
      corner.fromArray(upright, at);
      leant.subVectors(corner, foot);
      const across = leant.dot(right) / width;
      const rise = Math.sqrt(Math.max(0, leant.lengthSq() - across * across));
      leant.set(foot.x + across * size, foot.y + rise * size * UP, foot.z - rise * size * BACK);
      corner.lerp(leant, overview).toArray(to, at);
    }
  }
}

/** Turns the signs to the camera in the overview, and upright again after it. */
export class SignLean {
  readonly #mesh: Mesh<BufferGeometry, Material>;
  readonly #positions: BufferAttribute;
  readonly #upright: Float32Array;
  #overview = 0;
  #size = 0;

  constructor(mesh: Mesh<BufferGeometry, Material>) {
    this.#mesh = mesh;
    this.#positions = mesh.geometry.getAttribute('position') as BufferAttribute;
    // The material is shared with the previous signs, which may have changed it.
    mesh.material.depthTest = true;
    this.#upright = (this.#positions.array as Float32Array).slice();
  }

  /**
   * `overview`: see `WorldScene`. `metres`: the camera's distance from the middle of the island. `fov`:
   * vertical field of view in degrees. `height`: of the picture, in CSS pixels.
   */
  update(overview: number, metres: number, fov: number, height: number): void {
    const size = sizeAt(metres, fov, height);
    if (overview === this.#overview && (overview === 0 || Math.abs(size - this.#size) < MIN_CHANGE)) return;
    this.#overview = overview;
    this.#size = size;
    const corners = this.#positions.array as Float32Array;
    if (overview === 0) corners.set(this.#upright);
    else leanCorners(corners, this.#upright, overview, size);
    this.#positions.needsUpdate = true;
    // In the overview the Earth would cover one of the signs.
    this.#mesh.material.depthTest = overview < 0.5;
  }
}
