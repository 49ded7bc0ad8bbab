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

/**
 * Colour (xyz) and density (w), set by the first `updateFog`. While the module arrives, `w` is the density plus
 * a whole number: the radius of the ring of light in metres, plus 1. A density is less than 1.
 */
export const fogUniforms = (): FogUniforms => ({ fade: { value: new Vector4() } });

/** How far below its place a solid thing is before the ring has passed it: more than the height of an arch. */
const SUNK_METRES = 6;

/** Called by the module in each frame. In a scene without fog nothing fades. */
export function updateFog({ fade }: FogUniforms, { fog, frame: { ring } }: WorldScene): void {
  const arriving = ring === undefined ? 0 : Math.floor(ring) + 1;
  if (fog instanceof FogExp2) fade.value.set(fog.color.r, fog.color.g, fog.color.b, fog.density + arriving);
  else fade.value.w = arriving;
}

/**
 * `clearAt` for everything that fades in the fog, and `risen` for solid things. Both begin when the ring of
 * light reaches the object (`arrivedShare` of `world/core/scene/arrivals.ts`).
 */
export const fogFunction = /* glsl */ `
uniform vec4 fade;
// The visible share of an object at this distance from the middle of the world, 0 to 1.
float arrivedOf(float metres) {
  float ring = floor(fade.w);
  return ring < 0.5 ? 1.0 : smoothstep(metres, metres * 2.0 + 1.0, ring - 1.0);
}
float arrivedAt(vec3 seen) {
  return arrivedOf(distance(seen, viewMatrix[3].xyz));
}
// The share of an object's colour that the fog leaves at this distance from the eye.
float clearOf(vec3 seen) {
  float density = fract(fade.w);
  return exp(-density * density * dot(seen, seen));
}
// The same for a place in view space, multiplied by the visible share of an object that is arriving.
float clearAt(vec3 seen) {
  return clearOf(seen) * arrivedAt(seen);
}
// The place in view space. It is below the ground until the ring has reached it.
vec3 risen(vec3 seen) {
  return seen - viewMatrix[1].xyz * (1.0 - arrivedAt(seen)) * ${SUNK_METRES.toFixed(1)};
}
`;
