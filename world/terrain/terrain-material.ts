import {
  type BufferGeometry,
  Color,
  type IUniform,
  type InstancedMesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { glslConstants } from '../utils/constants.glsl.ts';
import { type FogUniforms, fogUniforms } from '../utils/fog-uniforms.glsl.ts';
import { terrainFragment, terrainVertex } from './terrain.glsl.ts';

/**
 * Towards the one key light, which `world/terrain/lights.ts` uses too: upper left front in the
 * start view.
 */
export const KEY_DIRECTION: Readonly<Vector3> = new Vector3(-24, 30, 22).normalize();

/**
 * Relative to the values of stone: after tone mapping a lit facet is a middle grey and a turned one
 * nearly black.
 */
const KEY_STRENGTH = 1.05;
const FILL_STRENGTH = 0.75;
/** Light from the sun's side of the horizon, relative to its colour. */
const SUN_STRENGTH = 2.2;
/** Light from the sea of clouds below, relative to its colour. */
const BOUNCE_STRENGTH = 1.9;
/** Brightness of veins and other parts with light of their own. */
const GLOW_LEVEL = 0.32;
/** Fresh snow at night: paler than any stone, darker than anything that carries news. */
const SNOW_STRENGTH = 0.42;
/** Instances farther out than this hang in the air, and rise and sink by `BOB`. Metres. */
const BEYOND = 50;
const BOB = 0.7;

/** Uniforms that all materials of one module share by reference: one write a frame reaches each of them. */
export interface TerrainUniforms extends FogUniforms {
  readonly [name: string]: IUniform;
  readonly time: IUniform<number>;
  /** That of the scene's weather: it snows on all terrain at once. */
  readonly lyingSnow: IUniform<number>;
  /** That of the scene's weather, and the light that comes from there. */
  readonly sun: IUniform<Vector3>;
  readonly sunLight: IUniform<Color>;
}

/**
 * A new set for one module; pass it to `terrainMaterial`, call `updateFog` with it once a frame,
 * and advance `time`.
 */
export const terrainUniforms = ({ weather }: WorldScene): TerrainUniforms => ({
  time: { value: 0 },
  lyingSnow: weather.lyingSnow,
  sun: { value: weather.sun },
  sunLight: { value: weather.sunLight },
  ...fogUniforms(),
});

/** The key light as shaders use it, linear. */
export const keyColor = (theme: Theme): Color =>
  new Color(theme.colors.keyLight).multiplyScalar(KEY_STRENGTH);

/** The light of the whole sky, linear. */
const fillColor = ({ colors }: Theme): Color =>
  new Color(colors.skyFill).lerp(new Color(colors.keyLight), 0.25).multiplyScalar(FILL_STRENGTH);

export const snowColor = ({ colors }: Theme): Color => new Color(colors.snow).multiplyScalar(SNOW_STRENGTH);

/** The light on snow that lies level: of the key light and of the sky. */
export const snowLight = (theme: Theme): Color =>
  keyColor(theme).multiplyScalar(KEY_DIRECTION.y).add(fillColor(theme));

/** Many objects of one shape in one draw call. */
export type TerrainInstances = InstancedMesh<BufferGeometry, ShaderMaterial>;

/** A material of the terrain's shader; all such materials share one program. */
export function terrainMaterial(theme: Theme, uniforms: TerrainUniforms): ShaderMaterial {
  const { cloudSea, vein } = theme.colors;
  const constants = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: keyColor(theme),
    SKY_COLOR: fillColor(theme),
    // What the lit sea of clouds throws back from below.
    BOUNCE_COLOR: new Color(cloudSea).multiplyScalar(BOUNCE_STRENGTH),
    GLOW_COLOR: new Color(vein),
    GLOW_LEVEL,
    SUN_STRENGTH,
    SNOW_COLOR: snowColor(theme),
    BEYOND,
    BOB,
  });
  return new ShaderMaterial({
    name: 'terrain',
    vertexShader: `${constants}\n${terrainVertex}`,
    fragmentShader: terrainFragment,
    uniforms: { ...uniforms },
  });
}
