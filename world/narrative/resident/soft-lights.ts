import { type Color, type InstancedBufferGeometry, Mesh, ShaderMaterial, Vector2, Vector4 } from 'three';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { softLightGeometry } from './resident-geometry.ts';
import { softLightFragment, softLightVertex } from './resident.glsl.ts';

/** The brightness of the glow around the body with its particles, and of the disc of light on the floor. */
const AIR = 0.3 * ADDED_LIGHT;
const POOL = 0.22 * ADDED_LIGHT;
/** The ring that runs out over the floor while the resident waits for its owner. */
const CALL_SECONDS = 5;
const CALL_LIGHT = 0.5 * ADDED_LIGHT;

/**
 * The soft lights of the resident: a disc of light on the floor, a glow around the body, and particles that
 * rise from the floor. One draw call.
 */
export class SoftLights {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** A uniform: height of the body above the floor, seconds, light of the glow and of the disc. */
  readonly #place = { value: new Vector4() };
  readonly #pixel = { value: 0 };
  /** A uniform: how far the ring has run over the floor, 0 to 1, and its light. */
  readonly #call = { value: new Vector2() };

  constructor(color: Color) {
    this.mesh = new Mesh(
      softLightGeometry(),
      new ShaderMaterial({
        name: 'resident-glow',
        vertexShader: softLightVertex,
        fragmentShader: softLightFragment,
        uniforms: { place: this.#place, pixel: this.#pixel, call: this.#call, color: { value: color } },
        ...ADDITIVE,
      }),
    );
    this.mesh.name = 'resident glow';
    this.mesh.frustumCulled = false;
  }

  /**
   * `light`: 0 to 1. `seconds`: moves the particles. `pixel`: metres of a pixel at a distance of one metre.
   * `calls`: every five seconds a ring of light runs out over the floor.
   */
  shine(light: number, hover: number, seconds: number, pixel: number, calls: boolean): void {
    const place = this.#place.value;
    place.set(hover, place.y + seconds, light * AIR, light * POOL);
    this.#pixel.value = pixel;
    const call = this.#call.value;
    call.x = calls ? (call.x + seconds / CALL_SECONDS) % 1 : 0;
    call.y = calls ? CALL_LIGHT : 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
