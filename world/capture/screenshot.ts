import { utcText } from '../../data/core/time.ts';
import type { PhotoExtent } from '../../data/photo/photo.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** The height of the letters, as a share of the longer edge, and the smallest that can be read. */
const LETTER_SHARE = 0.0115;
const MIN_LETTER_PIXELS = 10;
/** The margin to the edges, as a share of the letters' height. */
const MARGIN_SHARE = 1.2;
/** The maximum width of the line as a share of the picture's width. */
const MAX_WIDTH_SHARE = 0.9;

/** Draws a line in the lower right corner. Light letters with a dark outline are readable on any picture. */
function drawWatermark(context: CanvasRenderingContext2D, text: string, theme: Theme): void {
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

interface ScreenshotOptions {
  readonly extent: PhotoExtent;
  /** The name of the home, which is printed in the corner with the time. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Aborted when the picture is not wanted any more. */
  readonly signal: AbortSignal;
}

const LOST = 'the graphics card took its context away';

/** Rejects when the graphics context is lost: reading pixels from it may then never end. */
function contextLoss({ renderer }: WorldScene, signal: AbortSignal): Promise<never> {
  const loss = new Promise<never>((_, reject) => {
    renderer.domElement.addEventListener('webglcontextlost', () => reject(new Error(LOST)), { signal });
  });
  loss.catch(() => undefined);
  return loss;
}

/** Why there is no picture, and what the visitor can do. */
function reasonOf({ renderer }: WorldScene, error: unknown, { width, height }: PhotoExtent): Error {
  if (renderer.getContext().isContextLost())
    return new Error(
      'The graphics card lost the picture, so nothing was saved. Try again when the world is back.',
    );
  if (error instanceof RangeError)
    return new Error(`There is not enough memory for ${width} × ${height} pixels. Choose a smaller size.`);
  return new Error(`The picture could not be made: ${errorMessage(error)}`);
}

/** The RGBA pixels of the current world, row by row from the lower left. */
async function readPixels(
  { renderer, frame: { renderer: frame } }: WorldScene,
  { width, height, pixelRatio, samples }: PhotoExtent,
  loss: Promise<never>,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const gl = renderer.getContext();
  const pixels = new Uint8ClampedArray(width * height * 4);
  // Drops the errors of earlier frames.
  for (let i = 0; i < 8 && gl.getError() !== gl.NO_ERROR; i++);
  const target = frame?.capture(pixelRatio, samples);
  if (!target) throw new Error('the world is not drawn');
  try {
    if (target.width !== width || target.height !== height)
      throw new Error('the window has another size now');
    const read = renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height, pixels);
    await Promise.race([read, loss]);
    if (gl.isContextLost()) throw new Error(LOST);
    // Without enough memory nothing is drawn, and the pixels are black.
    if (gl.getError() !== gl.NO_ERROR) throw new RangeError('the graphics card has no room');
    return pixels;
  } finally {
    target.dispose();
  }
}

/** Reverses the order of the rows, because WebGL begins at the bottom, and makes all pixels opaque. */
function toImageRows(pixels: Uint8ClampedArray, width: number): void {
  const stride = width * 4;
  const row = new Uint8ClampedArray(stride);
  let lower = pixels.length - stride;
  for (let upper = 0; upper < lower; upper += stride, lower -= stride) {
    row.set(pixels.subarray(upper, upper + stride));
    pixels.copyWithin(upper, lower, lower + stride);
    pixels.set(row, lower);
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
}

/**
 * The current world as a PNG of any size: drawn once into a render target, read without blocking the page,
 * and encoded by the browser. Undefined if `signal` was aborted.
 */
export async function takeScreenshot(
  scene: WorldScene,
  theme: Theme,
  { extent, title, now, signal }: ScreenshotOptions,
): Promise<Blob | undefined> {
  const { width, height } = extent;
  const done = new AbortController();
  try {
    const pixels = await readPixels(scene, extent, contextLoss(scene, done.signal));
    if (signal.aborted) return undefined;
    toImageRows(pixels, width);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new RangeError('the browser has no room');
    context.putImageData(new ImageData(pixels, width, height), 0, 0);
    drawWatermark(context, `${title} · ${utcText(now)}`, theme);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!file) throw new RangeError('the browser has no room');
    if (signal.aborted) return undefined;
    return file;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw reasonOf(scene, error, extent);
  } finally {
    done.abort();
  }
}
