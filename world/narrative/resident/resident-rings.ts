import {
  type BufferGeometry,
  type Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import { glslConstants, vertexColorFragment } from '../../utils/constants.glsl.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { RINGS, RING_TUBE, ringGeometry } from './resident-geometry.ts';
import type { Pose } from './resident-state.ts';
import { ringVertex } from './resident.glsl.ts';

const TURN_RADIANS = Math.PI * 2;
const LIGHT = 0.32;
/** Minimum radius of the tube in pixels. */
const MIN_TUBE_PIXELS = 0.6;
/** The time constant of coming to rest: 63 % of the way in this many seconds. */
const SETTLE_SECONDS = 0.5;

const UP = new Vector3(0, 1, 0);
const SIDE = new Vector3(1, 0, 0);
const matrix = new Matrix4();
const turned = new Quaternion();
const tilted = new Quaternion();
const place = new Vector3();
const size = new Vector3();

/**
 * The rings of the resident. In its poses they are a belt, a dish, a knot, waves or a heap. One draw call.
 */
export class ResidentRings {
  readonly mesh: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** A uniform: colour, and minimum radius of the tube per metre of distance. */
  readonly #ring = { value: new Vector4() };
  /** The rotation of each ring about y, in radians. */
  readonly #turns = new Float32Array(RINGS);

  constructor() {
    this.mesh = new InstancedMesh(
      ringGeometry(),
      new ShaderMaterial({
        name: 'resident-rings',
        vertexShader: `${glslConstants({ TUBE: RING_TUBE })}\n${ringVertex}`,
        fragmentShader: vertexColorFragment,
        uniforms: { ring: this.#ring },
        ...ADDITIVE,
      }),
      RINGS,
    );
    this.mesh.name = 'resident rings';
    this.mesh.frustumCulled = false;
  }

  /** `share`: of the light, 0 to 1. `pixel`: metres that a pixel covers at a distance of one metre. */
  shine({ r, g, b }: Color, share: number, pixel: number): void {
    const light = share * LIGHT;
    this.#ring.value.set(r * light, g * light, b * light, pixel * MIN_TUBE_PIXELS);
  }

  /**
   * Rotates the rings by `seconds` around a body that faces `facing` (radians about y). Rings at rest turn
   * into the plane that faces forward.
   */
  turn(seconds: number, pose: Pose, rests: boolean, facing: number): void {
    const { ringSpeed, ringTilt, ringHeight, ringStep, ringBehind, ringScale, ringSpread, hover } = pose;
    const turns = this.#turns;
    const settle = 1 - Math.exp(-seconds / SETTLE_SECONDS);
    const behindX = -Math.sin(facing) * ringBehind;
    const behindZ = -Math.cos(facing) * ringBehind;
    for (let i = 0; i < RINGS; i++) {
      const apart = (i * TURN_RADIANS) / RINGS;
      let at = turns[i] ?? 0;
      // Turns the ring to the nearest half turn, where it lies in that plane.
      if (rests) at += (Math.round((at + apart) / Math.PI) * Math.PI - apart - at) * settle;
      else at += ringSpeed * seconds * (1 + i * 0.37) * (i % 2 === 0 ? 1 : -1);
      turns[i] = at;
      turned.setFromAxisAngle(UP, facing + at + apart);
      // The torus is upright: a quarter turn makes it horizontal, and the tilt raises it again.
      tilted.setFromAxisAngle(SIDE, Math.PI / 2 - ringTilt);
      turned.multiply(tilted);
      place.set(behindX, hover + ringHeight + (i - 1) * ringStep, behindZ);
      size.setScalar(ringScale * (1 + (i - 1) * ringSpread));
      this.mesh.setMatrixAt(i, matrix.compose(place, turned, size));
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
