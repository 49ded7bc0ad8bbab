import type { Theme } from '../../theme/theme.ts';

/** The height of the letters, as a share of the longer edge, and the smallest that can be read. */
const LETTER_SHARE = 0.0115;
const MIN_LETTER_PIXELS = 10;
/** The margin to the edges, as a share of the letters' height. */
const MARGIN_SHARE = 1.2;
/** The maximum width of the line as a share of the picture's width. */
const MAX_WIDTH_SHARE = 0.9;

/** Draws a line in the lower right corner. Light letters with a dark outline are readable on any picture. */
export function drawWatermark(context: CanvasRenderingContext2D, text: string, theme: Theme): void {
  const { width, height } = context.canvas;
  let size = Math.max(MIN_LETTER_PIXELS, Math.round(Math.max(width, height) * LETTER_SHARE));
  const useFont = (): void => {
    context.font = `${size}px ${theme.fonts.mono}`;
  };
  useFont();
  const room = width * MAX_WIDTH_SHARE;
  const wanted = context.measureText(text).width;
  if (wanted > room) size = Math.max(1, Math.floor((size * room) / wanted));
  useFont();
  context.textAlign = 'right';
  context.textBaseline = 'bottom';
  context.lineJoin = 'round';
  context.lineWidth = Math.max(2, size / 4);
  const x = width - Math.round(size * MARGIN_SHARE) - context.lineWidth;
  const y = height - Math.round(size * MARGIN_SHARE) - context.lineWidth;
  context.globalAlpha = 0.5;
  context.strokeStyle = theme.colors.background;
  context.strokeText(text, x, y);
  context.globalAlpha = 0.85;
  context.fillStyle = theme.colors.text;
  context.fillText(text, x, y);
}
