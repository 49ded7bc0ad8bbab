import { type Theme, theme } from './theme.ts';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The theme as CSS custom properties: `colors.panelText` becomes `--hw-panel-text`.
 * The build writes them into each page's head, and the widgets into their own shadow roots.
 */
export function themeProperties(from: Theme = theme): string {
  const colors = Object.entries(from.colors).map(([name, value]) => `--hw-${kebab(name)}: ${value};`);
  return [
    ...colors,
    `--hw-font: ${from.fonts.mono};`,
    `--hw-line-hair: ${from.lines.hair}px;`,
    `--hw-line-focus: ${from.lines.focus}px;`,
  ].join('\n');
}

/** `prefers-contrast: more`: one colour of text, the darkest background, lines twice as wide. */
const moreContrast = ({ colors, lines }: Theme): string =>
  [
    `--hw-text-quiet: ${colors.text};`,
    `--hw-panel-background: ${colors.background};`,
    `--hw-line-hair: ${2 * lines.hair}px;`,
    `--hw-line-focus: ${2 * lines.focus}px;`,
  ].join('\n');

/** Whole rules, ready for a style element. */
export const themeCss = (selector = ':root'): string =>
  `${selector} {\n${themeProperties()}\n}\n@media (prefers-contrast: more) {\n${selector} {\n${moreContrast(theme)}\n}\n}`;
