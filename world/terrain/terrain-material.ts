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
import { glslConstants, vertexColorFragment } from '../utils/constants.glsl.ts';
import { type FogUniforms, fogUniforms, fogFunction } from '../utils/fog-uniforms.glsl.ts';

/** The direction to the key light: the upper left front in the start view. Also used by `lights.ts`. */
export const KEY_DIRECTION: Readonly<Vector3> = new Vector3(-24, 30, 22).normalize();

/**
 * Strengths relative to the colours of stone: after tone mapping, a lit facet is medium grey and an unlit
 * facet nearly black.
 */
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

/**
 * Stone, path, islet and growth: light per vertex (faces have their own vertices, so shading is flat), only a
 * colour per pixel. This is fast, and looks the same at every quality level.
 */
const terrainVertex = /* glsl */ `
attribute vec3 color;
attribute float glow;
uniform float time;
uniform float lyingSnow;
uniform vec3 sun;
uniform vec3 sunLight;
varying vec3 vColor;
${fogFunction}
void main() {
  vec4 local = vec4(position, 1.0);
  vec3 facing = normal;
  vec3 tint = color;
  float phase = position.x * 0.11 + position.z * 0.13;
  #ifdef USE_INSTANCING
    local = instanceMatrix * local;
    facing = mat3(instanceMatrix) * facing;
    phase = instanceMatrix[3].x * 0.7 + instanceMatrix[3].z * 0.9;
    // Islets beyond the island rise and sink.
    local.y += BOB * step(BEYOND, length(instanceMatrix[3].xz)) * sin(time * 0.45 + phase);
    #ifdef USE_INSTANCING_COLOR
      tint *= instanceColor;
    #endif
  #endif
  vec4 world = modelMatrix * local;
  facing = normalize(mat3(modelMatrix) * facing);
  vec3 toEye = normalize(cameraPosition - world.xyz);
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  float sky = 0.5 + 0.5 * facing.y;
  // A rim of key light on edges that turn away from the camera and towards the light.
  float edge = pow(1.0 - abs(dot(facing, toEye)), 4.0);
  float rim = edge * max(facing.y * 0.3 + key, 0.0);
  // The light of the hour, on the facets and edges of its side.
  float sunny = max(dot(facing, normalize(sun + vec3(0.0, 0.2, 0.0))), 0.0);
  float hour = SUN_STRENGTH * (sunny + edge * 1.4 * max(facing.y * 0.3 + sunny, 0.0));
  // The amount of snow differs between facets: a facet's tone is its random number.
  float lies = lyingSnow * smoothstep(0.5, 1.0, facing.y) * (0.55 + 0.45 * fract(color.g * 517.0));
  tint = mix(tint, SNOW_COLOR, lies);
  float veins = glow * GLOW_LEVEL * (0.75 + 0.25 * sin(time * 0.52 + phase * 6.0));
  vColor = tint * (KEY_COLOR * (key + rim * 0.9) + sunLight * hour + SKY_COLOR * sky + BOUNCE_COLOR * (1.0 - sky)) + GLOW_COLOR * veins;
  vec4 seen = viewMatrix * world;
  vColor = mix(fade.rgb, vColor, clearAt(seen.xyz));
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

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
    fragmentShader: vertexColorFragment,
    uniforms: { ...uniforms },
  });
}
