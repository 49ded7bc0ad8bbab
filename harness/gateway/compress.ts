import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** For results that are cached: nearly the best compression, in a tenth of its time. */
export const BROTLI_QUALITY_CACHED = 9;
/** For results that are compressed for each request. */
const BROTLI_QUALITY_EACH = 4;
/** Below this length, in characters, compression gains nothing. */
const MIN_CHARACTERS = 1_000;

/** The encodings, best first. */
export const compressWith = {
  br: (bytes: Buffer, quality: number): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};
export type Encoding = keyof typeof compressWith;

/** The best encoding that a browser accepts; `q=0` refuses one. */
export function encodingOf(accepted: string | undefined): Encoding | undefined {
  const taken = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

/**
 * Compresses JSON answers. Files have compressed copies beside them, and `pages.ts` compresses
 * pages.
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (typeof payload !== 'string' || payload.length < MIN_CHARACTERS || !isJson) return payload;
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    const etag = reply.getHeader('etag');
    // The same tag for every encoding must be a weak one: the bytes differ (RFC 9110, 8.8.3).
    if (typeof etag === 'string' && etag.startsWith('"')) void reply.header('etag', `W/${etag}`);
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (!encoding) return payload;
    void reply.header('content-encoding', encoding);
    return compressWith[encoding](Buffer.from(payload), BROTLI_QUALITY_EACH);
  });
}
