/** The bytes of the signature and of the first chunk (IHDR). Text chunks may follow. */
const HEADER_BYTES = 33;

/** CRC-32 as PNG defines it (ISO/IEC 15948, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** An iTXt chunk: a text in UTF-8 under a keyword, neither compressed nor translated. */
function textChunk(keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return chunk;
}

/** The PNG file with these texts in it, such as `Title` and `Creation Time`. */
export const withTexts = (png: Blob, texts: Readonly<Record<string, string>>): Blob =>
  new Blob(
    [
      png.slice(0, HEADER_BYTES),
      ...Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text)),
      png.slice(HEADER_BYTES),
    ],
    { type: png.type },
  );
