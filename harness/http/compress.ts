import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { varyBy } from './conditional.ts';

/** The names in `Accept` or `Accept-Encoding`, in lower case and without those that `q=0` refuses. */
export const acceptedNames = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim() ?? '');

/** For answers with an `ETag`, which are cached: almost the best compression, in a tenth of the time. */
const BROTLI_QUALITY_KEPT = 9;
/** For short answers: the best quality makes them an eighth smaller, and takes at most 10 ms, once. */
const BROTLI_QUALITY_SMALL = 11;
const MAX_SMALL_CHARACTERS = 16_000;
/** For answers that are compressed for each request. */
const BROTLI_QUALITY_EACH = 4;
/** Shorter texts do not become smaller. */
const MIN_CHARACTERS = 1_000;
/**
 * The size of the cache, with an entry for each encoding and `ETag`. The least recently used entry is removed
 * first, so that requests with many different parameters or hosts do not fill the memory.
 */
const MAX_KEPT = 64;

/** The encodings, best first. */
const compressWith = {
  br: (bytes: Buffer, quality: number): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};
type Encoding = keyof typeof compressWith;

/** The best encoding that a browser accepts; `q=0` refuses an encoding. */
function encodingOf(accepted: string | undefined): Encoding | undefined {
  const names = acceptedNames(accepted);
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}

/** The types of answers that the gateway makes. Files on disk have compressed copies beside them. */
const COMPRESSED = /^(?:application\/(?:json|rss\+xml)|image\/svg\+xml|text\/(?:css|html|plain))\b/;

/** Compresses generated answers. Those with an `ETag` are compressed once, then cached. */
export function compressTexts(app: FastifyInstance): void {
  const kept = new Map<string, Buffer>();
  const compressed = async (text: string, encoding: Encoding, etag: string): Promise<Buffer> => {
    const key = `${encoding} ${etag}`;
    const quality = text.length > MAX_SMALL_CHARACTERS ? BROTLI_QUALITY_KEPT : BROTLI_QUALITY_SMALL;
    const bytes = kept.get(key) ?? (await compressWith[encoding](Buffer.from(text), quality));
    // Moved to the end of the map, so that the first entry is the least recently used one.
    kept.delete(key);
    kept.set(key, bytes);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    return bytes;
  };
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = COMPRESSED.test(String(reply.getHeader('content-type')));
    if (typeof payload !== 'string' || payload.length < MIN_CHARACTERS || !isText) return payload;
    varyBy(reply, 'accept-encoding');
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (!encoding) return payload;
    void reply.header('content-encoding', encoding);
    const etag = reply.getHeader('etag');
    return typeof etag === 'string'
      ? compressed(payload, encoding, etag)
      : compressWith[encoding](Buffer.from(payload), BROTLI_QUALITY_EACH);
  });
}
