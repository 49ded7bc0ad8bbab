import type { ShaderMaterial } from 'three';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Points,
  Vector3,
  type Color,
  MathUtils,
} from 'three';
import { ADDITIVE, makeStatic } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { FIGURES, LIGHTS } from './session-places.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';

/** Sparks of one figure. Further sub-agents are only counted in its card. */
export const SPARKS = 6;
const MOST = FIGURES * SPARKS + LIGHTS;

/** Small lights: the sub-agents around a figure, and the sessions that are no figures. */
const sparkVertex = /* glsl */ `
// The centre of the light's path in metres, and its brightness.
attribute vec4 place;
// Colour, and the position on its path, 0 to 1; negative for a light that does not move.
attribute vec4 look;
uniform vec3 shown; // seconds of movement; the pixels of a metre at a distance of a metre
varying vec3 vLight;
${fogFunction}
void main() {
  vec3 at = place.xyz;
  if (look.w >= 0.0) {
    float angle = look.w * 6.2832 + shown.x * 0.7;
    at += vec3(sin(angle) * 0.36, 0.12 * sin(angle * 2.0 + look.w * 9.0), cos(angle) * 0.36);
  }
  vec4 seen = viewMatrix * vec4(at, 1.0);
  float pixels = shown.y * (look.w < 0.0 ? 0.04 : 0.07) / max(0.3, -seen.z);
  float size = max(pixels, 2.0);
  vLight = look.rgb * place.w * clearAt(seen.xyz) * min(1.0, pixels * pixels / (size * size) + 0.3);
  gl_PointSize = size * 2.0;
  gl_Position = place.w > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

const sparkFragment = /* glsl */ `
varying vec3 vLight;
void main() {
  float left = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(vLight * (left * left + smoothstep(0.55, 0.75, left)), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The sub-agents as sparks around their figures, and the sessions that are no figures. One draw call. */
export class SessionLights extends DrawnModule<WorldState> {
  readonly #points: Points<BufferGeometry, ShaderMaterial>;
  readonly #places = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);
  readonly #looks = new BufferAttribute(new Float32Array(MOST * 4), 4).setUsage(DynamicDrawUsage);
  /** A uniform: seconds, and the pixels of a metre at a distance of a metre. */
  readonly #shown = new Vector3();
  #count = 0;

  constructor(...parts: ModuleParts<WorldState>) {
    super(...parts);
    const geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(new Float32Array(MOST * 3), 3))
      .setAttribute('place', this.#places)
      .setAttribute('look', this.#looks);
    const material = this.material({
      name: 'agent session lights',
      vertexShader: sparkVertex,
      fragmentShader: sparkFragment,
      uniforms: { shown: { value: this.#shown }, ...this.fog },
      ...ADDITIVE,
    });
    this.#points = this.disposables.add(this.scene, new Points(this.disposables.use(geometry), material));
    makeStatic(this.#points, material.name, 19);
  }

  /** Begins a new picture, with no light in it. */
  begin(): void {
    this.#count = 0;
  }

  /**
   * Adds a light.
   * @param way Its position on the path around its centre, 0 to 1; negative for a light that does not move.
   */
  add(x: number, y: number, z: number, light: number, { r, g, b }: Color, way: number): void {
    if (this.#count >= MOST) return;
    this.#places.setXYZW(this.#count, x, y, z, light);
    this.#looks.setXYZW(this.#count, r, g, b, way);
    this.#count++;
  }

  /** Ends the picture. */
  show(seconds: number): void {
    const { camera, frame } = this.scene;
    const pixels = frame.pixels.value.y / (2 * Math.tan(MathUtils.degToRad(camera.fov / 2)));
    this.#shown.set(this.#shown.x + (this.reducedMotion ? 0 : seconds), pixels, 0);
    this.#points.visible = this.#count > 0;
    if (this.#count === 0) return;
    this.#points.geometry.setDrawRange(0, this.#count);
    this.#places.needsUpdate = true;
    this.#looks.needsUpdate = true;
    this.updateFog();
  }
}
