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

/** The direction to the key light: the upper left front in the start view. Also used by `lights.ts`. */
export const KEY_DIRECTION: Readonly<Vector3> = new Vector3(-24, 30, 22).normalize();

/** Relative to the values of stone: tone mapped, a lit facet is a medium grey, an unlit one nearly black. */
const KEY_STRENGTH = 1.05;
const FILL_STRENGTH = 0.75;
/** Light from the sun's side of the horizon, relative to its colour. */
const SUN_STRENGTH = 2.2;
/** Light from the sea of clouds below, relative to its colour. */
const BOUNCE_STRENGTH = 1.9;
/** The brightness of veins and other glowing parts. */
const GLOW_LEVEL = 0.32;
/** Fresh snow at night: lighter than any stone, darker than anything that shows data. */
const SNOW_STRENGTH = 0.42;
/** Instances beyond this distance float, and rise and sink by `BOB`. Metres. */
const BEYOND = 50;
const BOB = 0.7;

/** Uniforms that all materials of one module share by reference, so that each is written once per frame. */
export interface TerrainUniforms extends FogUniforms {
  readonly [name: string]: IUniform;
  readonly time: IUniform<number>;
  /** The uniform of the scene's weather, because it snows on all terrain at once. */
  readonly lyingSnow: IUniform<number>;
  /** The direction of the sun in the scene's weather, and the light from there. */
  readonly sun: IUniform<Vector3>;
  readonly sunLight: IUniform<Color>;
}

/** New uniforms for one module, for `terrainMaterial`. In each frame call `updateFog` and advance `time`. */
export const terrainUniforms = ({ weather }: WorldScene): TerrainUniforms => ({
  time: { value: 0 },
  lyingSnow: weather.lyingSnow,
  sun: { value: weather.sun },
  sunLight: { value: weather.sunLight },
  ...fogUniforms(),
});

/** The linear colour of the key light for shaders. */
export const keyColor = (theme: Theme): Color =>
  new Color(theme.colors.keyLight).multiplyScalar(KEY_STRENGTH);

/** The linear light of the whole sky. */
const fillColor = ({ colors }: Theme): Color =>
  new Color(colors.skyFill).lerp(new Color(colors.keyLight), 0.25).multiplyScalar(FILL_STRENGTH);

export const snowColor = ({ colors }: Theme): Color => new Color(colors.snow).multiplyScalar(SNOW_STRENGTH);

/** The light on level snow, from the key light and the sky. */
export const snowLight = (theme: Theme): Color =>
  keyColor(theme).multiplyScalar(KEY_DIRECTION.y).add(fillColor(theme));

/** Many instances of one geometry in one draw call. */
export type TerrainInstances = InstancedMesh<BufferGeometry, ShaderMaterial>;

/** A material with the terrain's shader. All these materials share one program. */
export function terrainMaterial(theme: Theme, uniforms: TerrainUniforms): ShaderMaterial {
  const { cloudSea, vein } = theme.colors;
  const constants = glslConstants({
    KEY_DIRECTION,
    KEY_COLOR: keyColor(theme),
    SKY_COLOR: fillColor(theme),
    // The light of the sea of clouds from below.
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
