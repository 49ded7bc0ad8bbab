import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'rollup';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

const components = join(resolve(import.meta.dirname, '../..'), 'components') + sep;
const STYLE = /(\bcss`)([^`]*)(`)/g;

const THEME_VALUE = /\$\{(theme\.colors|theme\.fonts|theme\.lines|light)\.(\w+)\}/g;
const groups: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'theme.colors': theme.colors,
  'theme.fonts': theme.fonts,
  'theme.lines': theme.lines,
  light,
};

/** Writes the theme's values into a style sheet, so that the page need not load the theme. */
export const withThemeValues = (text: string): string =>
  text.replaceAll(THEME_VALUE, (_all, group: string, name: string) => {
    const value = groups[group]?.[name];
    if (value === undefined) throw new Error(`a style sheet names ${group}.${name}, which does not exist`);
    return String(value);
  });

/** A style sheet without comments and superfluous spaces; strings and `${…}` stay as they are. */
export const minifyStyle = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /'[^']*'|\$\{[^}]*\}| ?([{};]) ?|([:,]) /g,
      (all, mark = '', sign = '') => mark || sign || all,
    )
    .replaceAll(/#(\w)\1(\w)\2(\w)\3\b/g, '#$1$2$3')
    .replaceAll(
      /'[^']*'|\$\{[^}]*\}|;(\})|(\() | ([)!])|([:, (])0(?=\.\d)/g,
      (all, end = '', open = '', close = '', before = '') => end || open || close || before || all,
    );

/**
 * Removes the indentation of the code. Outside templates, indentation has no meaning. In the templates of
 * elements, it is a twentieth of what a page loads, and the remaining line breaks still separate words.
 */
export const withoutIndentation = (code: string): string => code.replaceAll(/\n[ \t]+/g, '\n');

/** Minifies the style sheets of the elements, and the spaces in their templates. */
export const minifyStyles = (): Plugin => ({
  name: 'home-world-styles',
  transform(code, id) {
    if (!id.startsWith(components)) return null;
    return withoutIndentation(code).replaceAll(
      STYLE,
      (_all, open: string, text: string, close: string) => open + minifyStyle(withThemeValues(text)) + close,
    );
  },
});
