import { theme } from '../../../theme/theme.ts';
import { escapeMarkup } from './open-graph.ts';

export interface Badge {
  readonly label: string;
  readonly value: string;
  /** The colour of the value. */
  readonly color: string;
}

/** The width of a monospaced character at 11 px, rounded up so that no text is too wide. */
const CHARACTER_WIDTH_PX = 7;
const PADDING_PX = 8;
const HEIGHT_PX = 20;
const MAX_CHARACTERS = 80;

/** XML 1.0 allows no control characters, not even as references. */
export const escapeXml = (text: string): string =>
  escapeMarkup(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));

const shorten = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : text;
};

/**
 * A small SVG image with the label on the left and the value on the right; both are its accessible
 * name.
 */
export function badgeSvg({ label, value, color }: Badge): string {
  const text = shorten(value.replace(/\s+/g, ' '));
  const left = Array.from(label).length * CHARACTER_WIDTH_PX + 2 * PADDING_PX;
  const right = Array.from(text).length * CHARACTER_WIDTH_PX + 2 * PADDING_PX;
  const name = escapeXml(`${label}: ${text}`);
  const { background, panelBackground, textQuiet } = theme.colors;
  const font = escapeXml(theme.fonts.mono);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT_PX}" role="img" aria-label="${name}">` +
    `<title>${name}</title>` +
    `<rect width="${left + right}" height="${HEIGHT_PX}" rx="3" fill="${panelBackground}"/>` +
    `<rect width="${left}" height="${HEIGHT_PX}" rx="3" fill="${background}"/>` +
    `<g font-family="${font}" font-size="11">` +
    `<text x="${PADDING_PX}" y="14" fill="${textQuiet}">${escapeXml(label)}</text>` +
    `<text x="${left + PADDING_PX}" y="14" fill="${color}">${escapeXml(text)}</text>` +
    `</g></svg>\n`
  );
}
