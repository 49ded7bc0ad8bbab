import { convertIndexedToRgb, decode, encode } from 'fast-png';
import { typeAndSize } from '../../core/picture-size.ts';
import type { Area } from '../area.ts';
import { MAX_PICTURE_BYTES } from './answer.ts';

/** A screenshot, with the size that its file header gives. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const MAX_SIDE = 16_384;
/** A small file can decode to gigabytes of pixels. */
const MAX_PIXELS = 40_000_000;

/** Reads a PNG or JPEG; undefined if it is neither, or too large. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.length > MAX_PICTURE_BYTES) return undefined;
  const size = typeAndSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!size || size.type === 'image/webp' || size.width < 1 || size.height < 1) return undefined;
  if (Math.max(size.width, size.height) > MAX_SIDE || size.width * size.height > MAX_PIXELS) return undefined;
  const { type, width, height } = size;
  return { bytes, mediaType: type, width, height };
}

/** The pixels of a PNG whose channels have 8 bits; undefined if they have more bits. */
function colorsOf(bytes: Uint8Array): { data: Uint8Array; channels: number } | undefined {
  const picture = decode(bytes);
  if (picture.palette)
    return { data: convertIndexedToRgb(picture), channels: picture.palette[0]?.length ?? 3 };
  const { data, channels, depth } = picture;
  return depth === 8 && data instanceof Uint8Array ? { data, channels } : undefined;
}

/** The part of a PNG that an area covers; undefined if the picture cannot be read or is no PNG. */
export function cropPicture({ bytes, mediaType, width }: Picture, area: Area): Picture | undefined {
  if (mediaType !== 'image/png') return undefined;
  try {
    const colors = colorsOf(bytes);
    if (!colors) return undefined;
    const { data, channels } = colors;
    const part = new Uint8Array(area.width * area.height * channels);
    for (let row = 0; row < area.height; row += 1) {
      const from = ((area.y + row) * width + area.x) * channels;
      part.set(data.subarray(from, from + area.width * channels), row * area.width * channels);
    }
    const size = { width: area.width, height: area.height };
    return { bytes: encode({ data: part, channels, depth: 8, ...size }), mediaType, ...size };
  } catch {
    return undefined;
  }
}
