import type { Plugin } from 'rollup';

const SHADER = /(\/\* glsl \*\/\s*`)([^`]*)(`)/g;

/**
 * Removes comments and indentation from a shader. JavaScript minifiers do not, because a shader is a string.
 */
export const minifyShader = (text: string): string =>
  text
    .replaceAll(/\/\/[^\n]*/g, '')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]{2,}/g, ' ');

/** Minifies the template strings with the mark `glsl`. */
export const minifyShaders = (): Plugin => ({
  name: 'home-world-shaders',
  transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    return code.replaceAll(
      SHADER,
      (_all, open: string, text: string, close: string) => open + minifyShader(text) + close,
    );
  },
});
