import { Color, FogExp2, type IUniform, type Scene } from 'three';

/**
 * The scene's fog for shaders that fade per corner, before tone mapping. three's own fog uniforms do not serve here: drawn
 * straight to the screen, it fills them with the colour as displayed, because its chunk comes after tone mapping.
 */
export interface FadeUniforms {
  readonly fadeColor: IUniform<Color>;
  readonly fadeDensity: IUniform<number>;
}

export const fadeUniforms = (): FadeUniforms => ({
  fadeColor: { value: new Color() },
  fadeDensity: { value: 0 },
});

/** Called once a frame; a scene without fog fades nothing. */
export function followFog({ fadeColor, fadeDensity }: FadeUniforms, { fog }: Scene): void {
  if (fog instanceof FogExp2) {
    fadeColor.value.copy(fog.color);
    fadeDensity.value = fog.density;
  } else {
    fadeDensity.value = 0;
  }
}

export const fadeFunction = /* glsl */ `
uniform vec3 fadeColor;
uniform float fadeDensity;
// What is left of a thing at this place in view space.
float clearAt(vec3 seen) {
  return exp(-fadeDensity * fadeDensity * dot(seen, seen));
}
`;
