import { Color, type IUniform, ShaderMaterial, Vector3 } from 'three';
import type { Theme } from '../../theme/theme.ts';
import { type FadeUniforms, fadeUniforms } from '../utils/fade.glsl.ts';
import { terrainFragment, terrainVertex } from './terrain.glsl.ts';

/** Towards the one lamp, the key of `world/core/lights.ts`: upper left front of the visitor's first look. */
export const KEY_DIRECTION: Readonly<Vector3> = new Vector3(-24, 30, 22).normalize();

/** Against the values of stone, so that after tone mapping a lit facet is a middle grey and a turned one nearly black. */
const KEY_STRENGTH = 1.05;
const FILL_STRENGTH = 0.75;
const BOUNCE_STRENGTH = 1.6;

/** What all terrain shaders share, by reference: one write a frame reaches every material. */
export interface TerrainUniforms extends FadeUniforms {
  readonly [name: string]: IUniform;
  readonly time: IUniform<number>;
  readonly keyDirection: IUniform<Vector3>;
  readonly keyColor: IUniform<Color>;
  readonly skyColor: IUniform<Color>;
  readonly bounceColor: IUniform<Color>;
  readonly glowColor: IUniform<Color>;
  readonly glowLevel: IUniform<number>;
}

export const terrainUniforms = (theme: Theme): TerrainUniforms => ({
  time: { value: 0 },
  keyDirection: { value: KEY_DIRECTION.clone() },
  keyColor: { value: new Color(theme.colors.keyLight).multiplyScalar(KEY_STRENGTH) },
  skyColor: {
    value: new Color(theme.colors.skyFill)
      .lerp(new Color(theme.colors.keyLight), 0.25)
      .multiplyScalar(FILL_STRENGTH),
  },
  // What the lit sea of clouds throws back from below.
  bounceColor: { value: new Color(theme.colors.cloudSea).multiplyScalar(BOUNCE_STRENGTH) },
  glowColor: { value: new Color(theme.colors.vein) },
  ...fadeUniforms(),
  glowLevel: { value: 0.32 },
});

/** A material of the terrain's shader. `bob` is how far instances rise and sink, in metres. */
export function terrainMaterial(shared: TerrainUniforms, bob = 0): ShaderMaterial {
  return new ShaderMaterial({
    name: 'terrain',
    vertexShader: terrainVertex,
    fragmentShader: terrainFragment,
    uniforms: {
      ...shared,
      bob: { value: bob },
    },
  });
}
