import type { PhotoCaption, PhotoExtent } from '../../data/photo/photo.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { drawCaption } from './caption.ts';

interface ScreenshotOptions {
  readonly extent: PhotoExtent;
  /** The picture in CSS pixels; the size of the canvas by default. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Drawn over the lower edge of the picture. */
  readonly caption: PhotoCaption;
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
  { extent: { width, height, pixelRatio, samples }, size }: Pick<ScreenshotOptions, 'extent' | 'size'>,
  loss: Promise<never>,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const gl = renderer.getContext();
  const pixels = new Uint8ClampedArray(width * height * 4);
  // Drops the errors of earlier frames.
  for (let i = 0; i < 8 && gl.getError() !== gl.NO_ERROR; i++);
  const target = frame?.capture(pixelRatio, samples, size);
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
  { extent, size, caption, signal }: ScreenshotOptions,
): Promise<Blob | undefined> {
  const { width, height } = extent;
  const done = new AbortController();
  try {
    const pixels = await readPixels(scene, { extent, size }, contextLoss(scene, done.signal));
    if (signal.aborted) return undefined;
    toImageRows(pixels, width);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new RangeError('the browser has no room');
    context.putImageData(new ImageData(pixels, width, height), 0, 0);
    drawCaption(context, caption, theme);
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
