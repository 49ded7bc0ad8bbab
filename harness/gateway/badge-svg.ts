import { theme } from '../../theme/theme.ts';

export interface Badge {
  readonly label: string;
  readonly value: string;
  /** Of the value's text. */
  readonly color: string;
}

/** A monospaced character at 11 px; generous, so that no text runs over. */
const CHARACTER_WIDTH = 7;
const PADDING = 8;
const HEIGHT = 20;
const MAX_CHARACTERS = 80;

export const escapeXml = (text: string): string =>
  text
    // XML 1.0 has no control characters, not even as references.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const cut = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : text;
};

/** A small SVG image: label on the left, value on the right, both also as its accessible name. */
export function badgeSvg({ label, value, color }: Badge): string {
  const text = cut(value.replace(/\s+/g, ' '));
  const left = Array.from(label).length * CHARACTER_WIDTH + 2 * PADDING;
  const right = Array.from(text).length * CHARACTER_WIDTH + 2 * PADDING;
  const name = escapeXml(`${label}: ${text}`);
  const { background, panelBackground, textQuiet } = theme.colors;
  const font = escapeXml(theme.fonts.mono);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${name}">` +
    `<title>${name}</title>` +
    `<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${panelBackground}"/>` +
    `<rect width="${left}" height="${HEIGHT}" rx="3" fill="${background}"/>` +
    `<g font-family="${font}" font-size="11">` +
    `<text x="${PADDING}" y="14" fill="${textQuiet}">${escapeXml(label)}</text>` +
    `<text x="${left + PADDING}" y="14" fill="${color}">${escapeXml(text)}</text>` +
    `</g></svg>\n`
  );
}
