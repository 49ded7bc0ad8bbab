import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial, Vector3 } from 'three';
import { ADDITIVE } from '../../utils/drawing.ts';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { FIGURES, LIGHTS } from './session-places.ts';
import { sparkFragment, sparkVertex } from './sessions.glsl.ts';

/** Sparks of one figure. Further sub-agents are only counted in its card. */
export const SPARKS = 6;
const MOST = FIGURES * SPARKS + LIGHTS;

/** The sub-agents as sparks around their figures, and the sessions that are no figures. One draw call. */
export class SessionLights {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  readonly #places = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);
  readonly #looks = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);
  /** A uniform: seconds, and the pixels that a metre covers a metre away. */
  readonly #shown = new Vector3();
  #count = 0;

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(MOST * 3), 3));
    geometry.setAttribute('place', this.#places);
    geometry.setAttribute('look', this.#looks);
    this.points = new Points(
      geometry,
      new ShaderMaterial({
        name: 'session-lights',
        vertexShader: sparkVertex,
        fragmentShader: sparkFragment,
        uniforms: { shown: { value: this.#shown }, ...this.fog },
        ...ADDITIVE,
      }),
    );
  }

  /** Begins a new picture, with no light in it. */
  begin(): void {
    this.#count = 0;
  }

  /**
   * Adds a light.
   * @param way Where on its way around its middle it is, 0 to 1; negative for a light that stands.
   */
  add(x: number, y: number, z: number, light: number, colors: ArrayLike<number>, way: number): void {
    const at = this.#count * 4;
    if (this.#count >= MOST) return;
    const places = this.#places.array;
    const looks = this.#looks.array;
    places[at] = x;
    places[at + 1] = y;
    places[at + 2] = z;
    places[at + 3] = light;
    for (let channel = 0; channel < 3; channel++) looks[at + channel] = colors[channel] ?? 0;
    looks[at + 3] = way;
    this.#count++;
  }

  show(seconds: number, still: boolean, pixels: number): void {
    this.#shown.set(this.#shown.x + (still ? 0 : seconds), pixels, 0);
    this.points.visible = this.#count > 0;
    this.points.geometry.setDrawRange(0, this.#count);
    this.#places.needsUpdate = true;
    this.#looks.needsUpdate = true;
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
  }
}
