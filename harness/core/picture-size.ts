/** The size of a picture in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The kinds of pictures that are taken from outside. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** The first bytes of every PNG. */
export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The size is in the first chunk, which is always IHDR. */
const pngSize = (bytes: Buffer): Size | undefined =>
  bytes.length >= 33 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Whether a marker begins a frame (there are several kinds); its header contains the size. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Width and height of the frame header of a JPEG (ITU T.81, B.2.2). */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrameStart(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // A length includes its own two bytes. A smaller value counts as 2, so that the loop ends.
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
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

const sized = (type: PictureType, size: Size | undefined) => size && { type, ...size };

/**
 * Detects the type and the size from the file header, and ignores the type that the sender declares;
 * undefined for other files.
 */
export function typeAndSize(bytes: Buffer): (Size & { readonly type: PictureType }) | undefined {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return sized('image/png', pngSize(bytes));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return sized('image/jpeg', jpegSize(bytes));
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return sized('image/webp', webpSize(bytes));
  return undefined;
}
