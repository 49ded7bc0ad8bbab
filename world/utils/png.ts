/** Writes PNG files (ISO/IEC 15948) row by row, so that a picture of a hundred megapixels is never whole in memory. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits each of red, green and blue. */
const BIT_DEPTH = 8;
const TRUE_COLOUR = 2;
export const CHANNELS = 3;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  return rest;
});

/** CRC-32 over the parts of a chunk, one after the other (annex D). */
export function crc32(...parts: readonly Uint8Array[]): number {
  let rest = 0xffff_ffff;
  for (const bytes of parts)
    for (let at = 0; at < bytes.length; at++)
      rest = (TABLE[(rest ^ (bytes[at] as number)) & 0xff] as number) ^ (rest >>> 8);
  return (rest ^ 0xffff_ffff) >>> 0;
}

type Bytes = Uint8Array<ArrayBuffer>;
const asBytes = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));
const asNumber = (value: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

function chunk(kind: string, data: Bytes): Bytes[] {
  const name = asBytes(kind);
  return [asNumber(data.length), name, data, asNumber(crc32(name, data))];
}

function header(width: number, height: number): Bytes {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data[8] = BIT_DEPTH;
  data[9] = TRUE_COLOUR;
  return data;
}

const SUB = 1;
const UP = 2;
/** How much a difference tells: small ones pack well, whichever their sign. */
const weight = (byte: number): number => (byte < 128 ? byte : 256 - byte);

/** Puts what a row differs by from its left, or from the row above, whichever differs less, into `into`, behind the number of the way. */
function filterRow(row: Uint8Array, above: Uint8Array, into: Uint8Array): void {
  let left = 0;
  let up = 0;
  for (let at = 0; at < row.length; at++) {
    const value = row[at] as number;
    left += weight((value - (at < CHANNELS ? 0 : (row[at - CHANNELS] as number))) & 0xff);
    up += weight((value - (above[at] as number)) & 0xff);
  }
  into[0] = left < up ? SUB : UP;
  for (let at = 0; at < row.length; at++) {
    const from = left < up ? (at < CHANNELS ? 0 : (row[at - CHANNELS] as number)) : (above[at] as number);
    into[at + 1] = (row[at] as number) - from;
  }
}

export class PngWriter {
  readonly #stride: number;
  #above: Uint8Array;
  readonly #packer = new CompressionStream('deflate');
  readonly #in = this.#packer.writable.getWriter();
  readonly #parts: Bytes[];
  readonly #packed: Promise<void>;

  /** `texts`: what the file says about itself, under the PNG specification's keywords (Title, Creation Time, …). */
  constructor(width: number, height: number, texts: Readonly<Record<string, string>> = {}) {
    this.#stride = width * CHANNELS;
    this.#above = new Uint8Array(this.#stride);
    this.#parts = [Uint8Array.from(SIGNATURE), ...chunk('IHDR', header(width, height))];
    for (const [keyword, text] of Object.entries(texts))
      // No packing, no language: UTF-8 as it is.
      this.#parts.push(...chunk('iTXt', asBytes(`${keyword}\0\0\0\0\0${text}`)));
    this.#packed = this.#collect();
    // Whoever waits for the file hears of it.
    this.#packed.catch(() => undefined);
  }

  async #collect(): Promise<void> {
    const out = this.#packer.readable.getReader();
    for (let next = await out.read(); !next.done; next = await out.read())
      this.#parts.push(...chunk('IDAT', next.value));
  }

  /** Whole rows of RGB, from the top. Resolves when they are packed. */
  async write(rows: Uint8Array): Promise<void> {
    const stride = this.#stride;
    const count = rows.length / stride;
    const filtered = new Uint8Array(count * (stride + 1));
    for (let y = 0; y < count; y++) {
      const row = rows.subarray(y * stride, (y + 1) * stride);
      filterRow(row, this.#above, filtered.subarray(y * (stride + 1), (y + 1) * (stride + 1)));
      this.#above = row;
    }
    await this.#in.write(filtered);
  }

  /** The file, after the last row. */
  async finish(): Promise<Blob> {
    await this.#in.close();
    await this.#packed;
    this.#parts.push(...chunk('IEND', new Uint8Array(0)));
    return new Blob(this.#parts, { type: 'image/png' });
  }
}
