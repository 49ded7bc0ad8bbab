import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, row by row. */
  readonly rgba: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Reads the PNGs that browsers write as screenshots: 8 bits a channel, RGB or RGBA, not interlaced. */
export function decodePng(bytes: Uint8Array): Picture {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) throw new TypeError('not a PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const [depth, kind, , , interlaced] = bytes.subarray(24, 29);
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new TypeError(
      `a PNG of another kind (depth ${depth}, colour type ${kind}, interlace ${interlaced})`,
    );
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const channels = kind === 6 ? 4 : 3;
  return { width, height, rgba: unfilter(inflateSync(Buffer.concat(parts)), width, height, channels) };
}

/** Undoes the prediction each row was stored with (PNG specification, section 9). */
function unfilter(raw: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  let above = new Uint8Array(stride);
  let row = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const filter = raw[start] ?? -1;
    for (let x = 0; x < stride; x++) {
      const left = row[x - channels] ?? 0;
      const up = above[x] ?? 0;
      const corner = above[x - channels] ?? 0;
      const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      if (add === undefined) throw new TypeError(`a PNG row with the unknown filter ${filter}`);
      row[x] = (raw[start + 1 + x] ?? 0) + add;
    }
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) rgba[(y * width + x) * 4 + c] = row[x * channels + c] ?? 0;
    [above, row] = [row, above];
  }
  return rgba;
}
