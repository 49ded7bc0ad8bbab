import { Color, type IUniform } from 'three';

/** The uniforms into which three writes the scene's exponential fog. */
export const fogUniforms = (): { fogColor: IUniform<Color>; fogDensity: IUniform<number> } => ({
  fogColor: { value: new Color() },
  fogDensity: { value: 0 },
});
