import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'rollup';

const components = join(resolve(import.meta.dirname, '../..'), 'components') + sep;
const STYLE = /(\bcss`)([^`]*)(`)/g;

/** A style sheet without comments and superfluous spaces; strings and `${…}` stay as they are. */
export const minifyStyle = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /'[^']*'|\$\{[^}]*\}| ?([{};]) ?|([:,]) /g,
      (all, mark = '', sign = '') => mark || sign || all,
    );

/** Minifies the style sheets of the elements. */
export const minifyStyles = (): Plugin => ({
  name: 'home-world-styles',
  transform(code, id) {
    if (!id.startsWith(components)) return null;
    return code.replaceAll(
      STYLE,
      (_all, open: string, text: string, close: string) => open + minifyStyle(text) + close,
    );
  },
});
