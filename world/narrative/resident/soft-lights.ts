import { type Color, type InstancedBufferGeometry, Mesh, ShaderMaterial, Vector4 } from 'three';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { softLightGeometry } from './resident-geometry.ts';
import { softLightFragment, softLightVertex } from './resident.glsl.ts';

/** Brightness of the air round the body, with its motes, and of the pool of light on the floor. */
const AIR = 0.3 * ADDED_LIGHT;
const POOL = 0.22 * ADDED_LIGHT;

/**
 * The soft lights of the resident: its pool of light on the floor, the glow round its body, and the
 * motes that rise from the floor. One draw call.
 */
export class SoftLights {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** For the shader: height of the body over the floor, seconds, light of the air and of the pool. */
  readonly #place = { value: new Vector4() };
  readonly #pixel = { value: 0 };

  constructor(color: Color) {
    this.mesh = new Mesh(
      softLightGeometry(),
      new ShaderMaterial({
        name: 'resident-glow',
        vertexShader: softLightVertex,
        fragmentShader: softLightFragment,
        uniforms: { place: this.#place, pixel: this.#pixel, color: { value: color } },
        ...ADDITIVE,
      }),
    );
    this.mesh.name = 'resident glow';
    this.mesh.frustumCulled = false;
  }

  /** `light` from 0 to 1. `seconds` moves the motes on. `pixel`: metres a pixel covers a metre away. */
  shine(light: number, hover: number, seconds: number, pixel: number): void {
    const place = this.#place.value;
    place.set(hover, place.y + seconds, light * AIR, light * POOL);
    this.#pixel.value = pixel;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
