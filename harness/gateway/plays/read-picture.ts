import type { Picture } from '../../bridge/plays/play-screens.ts';

/** The longest side of a screenshot in pixels: two screens of 4K side by side. */
export const MAX_SIDE = 7_680;

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The size is in the first chunk, which is always IHDR. */
const pngSize = (bytes: Buffer): Size | undefined =>
  bytes.length >= 33 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Markers that hold the size: the start of a frame, in each of its kinds. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (isFrameStart(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // A length counts itself: a shorter one would not move on.
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** The three forms of WebP: lossy, lossless, and with more chunks. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function typeAndSize(bytes: Buffer): [Picture['type'], Size | undefined] | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return ['image/png', pngSize(bytes)];
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return ['image/jpeg', jpegSize(bytes)];
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return ['image/webp', webpSize(bytes)];
  return undefined;
}

/**
 * A picture as its first bytes say, whatever its sender calls it; undefined for anything else, and for a size that
 * would use up the memory of a browser.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const [type, size] = typeAndSize(bytes) ?? [];
  if (type === undefined || size === undefined) return undefined;
  const isShowable = [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE);
  return isShowable ? { bytes, type } : undefined;
}
