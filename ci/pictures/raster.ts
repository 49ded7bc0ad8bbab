/** Crops and rotates pictures, for words that are small or vertical. */
import type { Raster } from './light.ts';

/** Pixels from the upper left. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a part of a picture. The box must lie within the picture. */
export function cut(raster: Raster, { left, top, width, height }: Box): Raster {
  const from = new Uint8Array(raster.data.buffer, raster.data.byteOffset, raster.data.byteLength);
  const row = width * raster.channels;
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const at = ((top + y) * raster.width + left) * raster.channels;
    data.set(from.subarray(at, at + row), y * row);
  }
  return { width, height, channels: raster.channels, data };
}

/** Returns the picture rotated to the left by 90°, so that vertical words become horizontal. */
export function turned({ width, height, channels, data }: Raster): Raster {
  const from = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const to = new Uint8Array(from.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      to.set(
        from.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
        ((width - 1 - x) * height + y) * channels,
      );
  return { width: height, height: width, channels, data: to };
}
