import { convertIndexedToRgb, decode, encode } from 'fast-png';
import type { Area } from '../area.ts';
import { MAX_PICTURE_BYTES } from './answer.ts';

/** A screenshot, with its size as the bytes have it. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const MAX_SIDE = 16_384;
/** A small file can be a picture of gigabytes when it is unpacked. */
const MAX_PIXELS = 40_000_000;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** Width and height of the frame header of a JPEG (ITU T.81, B.2.2). */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Reads a PNG or JPEG by its bytes; undefined where they are neither, too many, or too large a picture. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.length > MAX_PICTURE_BYTES || bytes.length < 33) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = startsWith(bytes, PNG) && view.getUint32(12) === 0x49484452;
  const isJpeg = startsWith(bytes, [0xff, 0xd8, 0xff]);
  const size = isPng
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : isJpeg
      ? jpegSize(view)
      : undefined;
  if (!size || size.width < 1 || size.height < 1) return undefined;
  if (Math.max(size.width, size.height) > MAX_SIDE || size.width * size.height > MAX_PIXELS) return undefined;
  return { bytes, mediaType: isPng ? 'image/png' : 'image/jpeg', ...size };
}

/** The colours of a PNG, one byte for each; undefined where it has more. */
function colorsOf(bytes: Uint8Array): { data: Uint8Array; channels: number } | undefined {
  const picture = decode(bytes);
  if (picture.palette)
    return { data: convertIndexedToRgb(picture), channels: picture.palette[0]?.length ?? 3 };
  const { data, channels, depth } = picture;
  return depth === 8 && data instanceof Uint8Array ? { data, channels } : undefined;
}

/** The part of a PNG that an area covers; undefined where the picture cannot be read or is no PNG. */
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
