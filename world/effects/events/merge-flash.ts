import type { Mesh, ShaderMaterial } from 'three';
import { type BufferGeometry, Color, type IUniform, MathUtils, BackSide } from 'three';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { skyRings } from '../../utils/sky-rings.ts';

const SECTORS = 32;
/** The elevations of the band's vertices in degrees; the sea of clouds hides everything lower. */
const RINGS = [-4, 0, 1.5, 3, 5, 8, 12, 17];
const LIGHT = 0.12;

/** A band around the camera at the horizon, behind everything opaque, with light per vertex like the sky. */
const mergeFlashVertex = /* glsl */ `
uniform float light;
varying vec3 vColor;
void main() {
  float up = normalize(position).y;
  // Brightest at the horizon, and a little brighter in the direction of the start view.
  float ahead = 0.75 + 0.25 * -normalize(position.xz).y;
  vColor = COLOR * light * ahead * (exp(-max(up, 0.0) * 11.0) - EDGE) * smoothstep(BELOW, 0.0, up);
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

const mergeFlashFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(max(vColor, 0.0), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The whole duration, and the rise in it; both are longer with reduced motion. */
const FLASH_SECONDS = 1.15;
const RISE_SECONDS = 0.35;
const REDUCED_MOTION_FLASH_SECONDS = 5;
const REDUCED_MOTION_RISE_SECONDS = 2;
const REDUCED_MOTION_LIGHT = 0.4;
/** The shortest time between the beginnings of two flashes. */
const MIN_GAP_SECONDS = 1.5;

/**
 * A merged pull request as a swelling light at the horizon: one draw call while it lasts, otherwise none.
 * However many merges come during one flash, one more flash follows.
 */
class MergeFlash extends DrawnModule<WorldState> {
  readonly #mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #light: IUniform<number> = { value: 0 };
  readonly #merges = this.state.mergeFlash.reader();
  /** Seconds since the last flash began, and whether another one follows. */
  #age = Infinity;
  #due = false;
  /** Whether the last flash began with reduced motion. */
  #isSlow = false;

  constructor(...parts: ModuleParts<WorldState>) {
    super(...parts);
    const shading = {
      name: 'merge-flash',
      constants: {
        COLOR: new Color(this.theme.colors.panelText),
        // The light at the upper edge of the band. It is subtracted, so that the light ends at 0.
        EDGE: Math.exp(-11 * Math.sin(MathUtils.degToRad(RINGS.at(-1) ?? 0))),
        BELOW: Math.sin(MathUtils.degToRad(RINGS[0] ?? 0)),
      },
      vertexShader: mergeFlashVertex,
      fragmentShader: mergeFlashFragment,
      uniforms: { light: this.#light },
      ...ADDITIVE,
      side: BackSide,
    };
    // Drawn before the stars, which are the farthest of the other transparent objects.
    this.#mesh = this.addMesh(skyRings(RINGS, SECTORS), shading, -11);
    this.#mesh.visible = false;
  }

  update(_elapsed: number, delta: number): void {
    if (this.#merges.last() !== undefined) this.#due = true;
    this.#age += delta;
    if (this.#due && this.#age >= (this.#isSlow ? REDUCED_MOTION_FLASH_SECONDS : MIN_GAP_SECONDS)) {
      this.#due = false;
      this.#age = 0;
      this.#isSlow = this.reducedMotion;
    }
    const rise = this.#isSlow ? REDUCED_MOTION_RISE_SECONDS : RISE_SECONDS;
    const whole = this.#isSlow ? REDUCED_MOTION_FLASH_SECONDS : FLASH_SECONDS;
    const share =
      MathUtils.smoothstep(this.#age, 0, rise) * (1 - MathUtils.smoothstep(this.#age, rise, whole));
    this.#mesh.visible = share > 0;
    this.#light.value = share * LIGHT * (this.#isSlow ? REDUCED_MOTION_LIGHT : 1);
  }
}

export const { init, update, dispose } = defineModule((...given) => new MergeFlash(...given));
