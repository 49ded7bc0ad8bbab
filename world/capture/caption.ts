import { type PhotoCaption, captionLetter } from '../../data/photo/photo.ts';
import type { Theme } from '../../theme/theme.ts';

/** The minimum height of the letters: smaller letters cannot be read. Pixels. */
const MIN_LETTER_PIXELS = 10;
/**
 * As multiples of the height of the letters: the side margins, the space between the parts, the height of a
 * line.
 */
const MARGIN = 1.4;
const GAP = 2;
const LINE = 1.5;
/** The space above and below the lines, in the same unit. */
const PADDING = 0.5;
const SEPARATOR = ' · ';

/**
 * Draws the caption in a strip over the lower edge of the picture: the title at the left and the facts at the
 * right, or below the title where there is no room. Letters become smaller if a line does not fit.
 */
export function drawCaption(
  context: CanvasRenderingContext2D,
  { title, facts }: PhotoCaption,
  { colors, fonts }: Theme,
): void {
  const { width, height } = context.canvas;
  const details = facts.join(SEPARATOR);
  const useFont = (size: number, weight: number): void => {
    context.font = `${weight} ${size}px ${fonts.mono}`;
  };
  const wanted = Math.max(MIN_LETTER_PIXELS, Math.round(captionLetter(width, height)));
  const widthOf = (text: string, weight: number): number => {
    useFont(wanted, weight);
    return context.measureText(text).width;
  };
  const [titleWidth, detailsWidth] = [widthOf(title, 700), widthOf(details, 400)];
  const room = width - 2 * MARGIN * wanted;
  const isOneLine = titleWidth + GAP * wanted + detailsWidth <= room;
  const longest = isOneLine ? 0 : Math.max(titleWidth, detailsWidth);
  const size = longest > room ? Math.max(1, Math.floor((wanted * room) / longest)) : wanted;
  const strip = Math.round(((isOneLine ? 1 : 2) * LINE + 2 * PADDING) * size);
  const line = Math.max(1, Math.round(size / 14));
  const top = height - strip;
  context.fillStyle = colors.panelBackground;
  context.fillRect(0, top, width, strip);
  context.fillStyle = colors.accent;
  context.fillRect(0, top, width, line);
  const left = Math.round(MARGIN * size);
  const first = top + (PADDING + LINE / 2) * size;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = colors.text;
  useFont(size, 700);
  context.fillText(title, left, first);
  context.fillStyle = colors.textQuiet;
  useFont(size, 400);
  if (!isOneLine) {
    context.fillText(details, left, first + LINE * size);
    return;
  }
  context.textAlign = 'right';
  context.fillText(details, width - left, first);
}
