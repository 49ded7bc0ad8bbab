import { light } from './light.ts';
import { type ColorName, theme } from './theme.ts';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The theme as CSS custom properties: `colors.panelText` becomes `--hw-panel-text`.
 * The build writes them into each page's head, and the widgets into their own shadow roots.
 */
export function themeProperties(): string {
  const { colors, fonts, lines } = theme;
  const properties = Object.entries(colors).map(([name, value]) => `--hw-${kebab(name)}: ${value};`);
  return [
    ...properties,
    `--hw-font: ${fonts.mono};`,
    `--hw-line-hair: ${lines.hair}px;`,
    `--hw-line-focus: ${lines.focus}px;`,
  ].join('\n');
}

/**
 * The properties for `prefers-contrast: more`: one colour for all texts, the darkest background, lines twice
 * as wide.
 */
function moreContrast(): string {
  const { colors, lines } = theme;
  return [
    `--hw-text-quiet: ${colors.text};`,
    `--hw-panel-background: ${colors.background};`,
    `--hw-line-hair: ${2 * lines.hair}px;`,
    `--hw-line-focus: ${2 * lines.focus}px;`,
  ].join('\n');
}

/** The CSS rules for a style element. */
export const themeCss = (): string =>
  `:root {\n${themeProperties()}\n}\n@media (prefers-contrast: more) {\n:root {\n${moreContrast()}\n}\n}`;

/** The background of a light page, behind the white panels. */
const LIGHT_BACKGROUND = '#f2f5fb';

/**
 * The widgets' default colours as custom properties with `light-dark()`, for a page that follows the colour
 * scheme of the system. The class `ground` resets them, so that its content looks the same as on other pages.
 */
export function schemeCss(): string {
  const pairs = Object.entries({ background: LIGHT_BACKGROUND, ...light }).map(
    ([name, value]) => [`--hw-${kebab(name)}`, value, theme.colors[name as ColorName]] as const,
  );
  return `:root {
color-scheme: light dark;
${pairs.map(([name, day, night]) => `${name}: light-dark(${day}, ${night});`).join('\n')}
--hw-font: ${theme.fonts.mono};
--hw-line-focus: ${theme.lines.focus}px;
}
.ground {
${pairs.map(([name]) => `${name}: initial;`).join('\n')}
}
@media (prefers-contrast: more) {
:root { --hw-text-quiet: var(--hw-text); }
}`;
}

/**
 * The Latin subset of @fontsource/ibm-plex-mono 5.3.0. The files are in public/vendor/, with their
 * licence (SIL Open Font License 1.1).
 */
const FOLDER = 'vendor/ibm-plex-mono-5.3.0';
/** Regular for texts, bold for titles. */
const weights = [400, 700] as const;

/**
 * The typeface of the pages and of the world, as rules for a page's head. Until it is loaded, texts are in
 * the next font of the list, whose letters are nearly as wide. A preload would not be faster: the first frame
 * already requests both files.
 */
export const fontFaces = (): string =>
  weights
    .map(
      (weight) =>
        `@font-face { font-family: "IBM Plex Mono"; font-weight: ${weight}; font-display: swap; src: url("${FOLDER}/latin-${weight}.woff2") format("woff2"); }`,
    )
    .join('\n');
