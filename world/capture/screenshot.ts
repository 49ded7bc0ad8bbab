import { type PhotoExtent, photoTime } from '../../data/photo/photo.ts';
import type { Theme } from '../../theme/theme.ts';
import { CHANNELS } from '../utils/png.ts';
import { type Exposure, createExposure } from './tiled-render.ts';
import { errorMessage } from '../../data/core/text.ts';
import { createPacker } from './png-packer.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { type Stamp, createStamp, stampOnto } from './watermark.ts';
import { tilesOf } from './tiles.ts';

export interface PhotoOptions {
  readonly extent: PhotoExtent;
  /** Of the home: stands in the picture's corner with the time, and in the file. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Aborted when nobody wants the picture any more. */
  readonly signal: AbortSignal;
  /** How much is drawn, 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Rows of RGBA from below become rows of RGB from above, `left` pixels from the edge of a picture that is `across` wide. */
function copyRows(
  pixels: Uint8Array,
  width: number,
  height: number,
  into: Uint8Array,
  left: number,
  across: number,
): void {
  for (let y = 0; y < height; y++) {
    let from = (height - 1 - y) * width * 4;
    let to = (y * across + left) * CHANNELS;
    for (let x = 0; x < width; x++) {
      into[to] = pixels[from] as number;
      into[to + 1] = pixels[from + 1] as number;
      into[to + 2] = pixels[from + 2] as number;
      from += 4;
      to += CHANNELS;
    }
  }
}

/** Why there is no picture, and what one can do. */
function reasonOf(scene: WorldScene, error: unknown, { width, height }: PhotoExtent): Error {
  const gl = scene.renderer.getContext();
  if (gl.isContextLost())
    return new Error(
      'The graphics card took its picture away meanwhile, so nothing is saved. Take it again when the world is back.',
    );
  if (error instanceof RangeError || gl.getError() === gl.OUT_OF_MEMORY)
    return new Error(`There is no room for ${width} × ${height} pixels here. Choose a smaller size.`);
  return new Error(`The picture could not be made: ${errorMessage(error)}`);
}

const LOST = 'the graphics card took its context away';

/** Rejects when the graphics card takes its context away: what is read from it then may never answer. */
function lossOf({ renderer }: WorldScene, signal: AbortSignal): Promise<never> {
  const loss = new Promise<never>((_, reject) => {
    renderer.domElement.addEventListener('webglcontextlost', () => reject(new Error(LOST)), { signal });
  });
  loss.catch(() => undefined);
  return loss;
}

/**
 * The picture on the screen as a PNG of any size: drawn in parts beside the screen while the world holds still, and packed in a worker. The canvas, the
 * camera and the passes are afterwards as they were. `undefined` where it was stopped.
 */
export async function takePhoto(
  scene: WorldScene,
  theme: Theme,
  options: PhotoOptions,
): Promise<Blob | undefined> {
  const { extent, title, now, signal, onShare } = options;
  const { width, height } = extent;
  const gl = scene.renderer.getContext();
  const stopped = (): boolean => signal.aborted;
  const over = new AbortController();
  const loss = lossOf(scene, over.signal);
  let release = (): void => undefined;
  let exposure: Exposure | undefined;
  let packer: Awaited<ReturnType<typeof createPacker>> | undefined;
  try {
    const texts = { Title: title, 'Creation Time': new Date(now).toISOString() };
    packer = await createPacker(width, height, texts, { signal });
    if (stopped()) return undefined;
    exposure = createExposure(scene, width, height);
    if (stopped()) return undefined;
    // Only now: the world must not stand still for a worker or a shader that never comes.
    release = scene.hold();
    const stamp: Stamp = createStamp(`${title} · ${photoTime(now)}`, width, height, theme);
    const rows = tilesOf(width, height, exposure.edge);
    const all = rows.reduce((sum, row) => sum + row.length, 0);
    let done = 0;
    let packing: Promise<void> = Promise.resolve();
    for (const row of rows) {
      const high = row[0]?.height ?? 0;
      const strip = new Uint8Array(width * high * CHANNELS);
      for (const tile of row) {
        if (gl.isContextLost()) throw new Error(LOST);
        const pixels = await Promise.race([exposure.draw(tile), loss]);
        if (gl.isContextLost() || (done === 0 && gl.getError() === gl.OUT_OF_MEMORY))
          throw new RangeError('the graphics card has no room');
        if (stopped()) return undefined;
        copyRows(pixels, tile.width, tile.height, strip, tile.x, width);
        done++;
        onShare(done / all);
      }
      stampOnto(strip, width, row[0]?.y ?? 0, high, stamp);
      // The next row is drawn while this one is packed.
      await packing;
      packing = packer.write(strip);
      packing.catch(() => undefined);
    }
    release();
    await packing;
    const file = await packer.finish();
    return stopped() ? undefined : file;
  } catch (error) {
    if (stopped()) return undefined;
    throw reasonOf(scene, error, extent);
  } finally {
    over.abort();
    exposure?.dispose();
    packer?.dispose();
    release();
  }
}
