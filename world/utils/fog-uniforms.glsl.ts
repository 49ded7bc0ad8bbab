import { FogExp2, type IUniform, Vector4 } from 'three';
import type { WorldScene } from '../core/scene/scene.ts';

/**
 * The scene's fog for shaders that fade per corner, before tone mapping. three's own fog uniforms
 * do not work here: without passes three fills them with the colour as displayed, because its chunk
 * comes after tone mapping. Colour and density share one vector: three visits every uniform of
 * every material in every frame, and each visit makes garbage.
 */
export interface FogUniforms {
  readonly fade: IUniform<Vector4>;
}

/** Colour (xyz) and density (w), not set before the first `updateFog`. */
export const fogUniforms = (): FogUniforms => ({ fade: { value: new Vector4() } });

/** Added to the fog's density when a module begins to arrive: nothing farther than 10 m is seen. */
const ARRIVAL_DENSITY = 0.25;

/** Called once a frame by the module; a scene without fog fades nothing. */
export function updateFog({ fade }: FogUniforms, { fog, frame: { arrived } }: WorldScene): void {
  if (!(fog instanceof FogExp2)) {
    fade.value.w = 0;
    return;
  }
  fade.value.set(fog.color.r, fog.color.g, fog.color.b, fog.density + (1 - arrived) ** 2 * ARRIVAL_DENSITY);
}

export const fogFunction = /* glsl */ `
uniform vec4 fade;
// What is left of a thing at this place in view space.
float clearAt(vec3 seen) {
  return exp(-fade.w * fade.w * dot(seen, seen));
}
`;
