import { FogExp2, type IUniform, Vector4 } from 'three';
import type { WorldScene } from '../core/scene/scene.ts';

/**
 * The scene's fog for shaders that apply it per vertex, before tone mapping. The fog uniforms of three.js do
 * not work here: without passes three.js fills them with display colours, because its shader chunk comes
 * after tone mapping. Colour and density share one vector, because three.js visits every uniform of every
 * material in every frame, and each visit allocates memory.
 */
export interface FogUniforms {
  readonly fade: IUniform<Vector4>;
}

/** Colour (xyz) and density (w), set by the first `updateFog`. */
export const fogUniforms = (): FogUniforms => ({ fade: { value: new Vector4() } });

/** Added to the fog's density at the start of a module's arrival: nothing beyond 10 m is visible. */
const ARRIVAL_DENSITY = 0.25;

/** Called by the module in each frame. In a scene without fog nothing fades. */
export function updateFog({ fade }: FogUniforms, { fog, frame: { arrived } }: WorldScene): void {
  if (!(fog instanceof FogExp2)) {
    fade.value.w = 0;
    return;
  }
  fade.value.set(fog.color.r, fog.color.g, fog.color.b, fog.density + (1 - arrived) ** 2 * ARRIVAL_DENSITY);
}

export const fogFunction = /* glsl */ `
uniform vec4 fade;
// The share of an object's colour that the fog leaves at this place in view space.
float clearAt(vec3 seen) {
  return exp(-fade.w * fade.w * dot(seen, seen));
}
`;
