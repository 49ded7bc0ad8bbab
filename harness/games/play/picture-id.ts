import { createHash } from 'node:crypto';
import { PNG_SIGNATURE } from '../../core/picture-size.ts';

/** The chunks that say what a PNG shows. Others hold, for example, the time at which it was made. */
const SHOWN = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);

/** The chunks of a PNG that say what it shows; the whole file if it is not a PNG. */
function* shownBytes(bytes: Uint8Array): Generator<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    yield file;
    return;
  }
  for (let at = PNG_SIGNATURE.length; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (SHOWN.has(file.toString('latin1', at + 4, at + 8))) yield file.subarray(at + 4, end - 4);
    at = end;
  }
}

/**
 * SHA-256 of what a screenshot shows, in hexadecimal: two pictures of an unchanged screen have the same hash,
 * even if their files contain different times. It is the hash of the encoded pixels, since one program
 * encodes the same pixels in the same way.
 */
export function pictureId(bytes: Uint8Array): string {
  const hash = createHash('sha256');
  for (const part of shownBytes(bytes)) hash.update(part);
  return hash.digest('hex');
}
