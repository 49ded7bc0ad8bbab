import type { Theme } from '../../theme/theme.ts';
import { CHANNELS } from '../utils/png.ts';

/** Shares of the picture's longer edge, and the least that can be read. */
const LETTERS = 0.0115;
const LEAST_PIXELS = 10;
/** Of the letters' height. */
const MARGIN = 1.2;
const MOST_WIDTH = 0.9;

/** A line of small letters in a corner of a picture. */
export interface Stamp {
  /** Where it stands, from the upper left. Pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** RGBA, from the top. */
  readonly pixels: Uint8ClampedArray;
}

/** In the lower right corner: light letters with a dark rim, which can be read over anything. */
export function createStamp(text: string, width: number, height: number, theme: Theme): Stamp {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const none = { x: 0, y: 0, width: 0, height: 0, pixels: new Uint8ClampedArray(0) };
  if (!context) return none;
  const fontOf = (size: number): string => `${size}px ${theme.fonts.mono}`;
  let size = Math.max(LEAST_PIXELS, Math.round(Math.max(width, height) * LETTERS));
  context.font = fontOf(size);
  const room = width * MOST_WIDTH;
  const wide = context.measureText(text).width;
  if (wide > room) size = Math.max(1, Math.floor((size * room) / wide));
  context.font = fontOf(size);
  const rim = Math.max(2, size / 4);
  canvas.width = Math.min(width, Math.ceil(context.measureText(text).width + 2 * rim));
  canvas.height = Math.min(height, Math.ceil(size * 1.5 + 2 * rim));
  context.font = fontOf(size);
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = rim;
  context.globalAlpha = 0.5;
  context.strokeStyle = theme.colors.background;
  context.strokeText(text, rim, canvas.height / 2);
  context.globalAlpha = 0.85;
  context.fillStyle = theme.colors.text;
  context.fillText(text, rim, canvas.height / 2);
  const margin = Math.round(size * MARGIN);
  return {
    x: Math.max(0, width - canvas.width - margin),
    y: Math.max(0, height - canvas.height - margin),
    width: canvas.width,
    height: canvas.height,
    pixels: context.getImageData(0, 0, canvas.width, canvas.height).data,
  };
}

/** Prints the stamp on the rows from `top` on, as far as it stands on them: RGB, `width` pixels wide. */
export function stampOnto(rows: Uint8Array, width: number, top: number, height: number, stamp: Stamp): void {
  const first = Math.max(top, stamp.y);
  const end = Math.min(top + height, stamp.y + stamp.height);
  for (let y = first; y < end; y++)
    for (let x = 0; x < stamp.width; x++) {
      const from = ((y - stamp.y) * stamp.width + x) * 4;
      const share = (stamp.pixels[from + 3] as number) / 255;
      const to = ((y - top) * width + stamp.x + x) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const under = rows[to + channel] as number;
        rows[to + channel] = under + ((stamp.pixels[from + channel] as number) - under) * share;
      }
    }
}
