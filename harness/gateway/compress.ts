import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Nearly as small as the best there is, in a tenth of its time: for what is kept. */
export const BROTLI_KEPT = 9;
/** For what is compressed at each request. */
const BROTLI_EACH = 4;
/** Bytes below which compressing gains nothing. */
const MIN_LENGTH = 1_000;

export const pack = {
  br: (bytes: Buffer, quality: number): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};
export type Encoding = keyof typeof pack;

/** The better one of those a browser takes; `q=0` is a refusal. */
export function encodingOf(accepted: string | undefined): Encoding | undefined {
  const taken = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

/**
 * Compresses the JSON that routes answer with. Files have compressed copies beside them, and pages
 * see to themselves.
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !isJson) return payload;
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    const etag = reply.getHeader('etag');
    // One tag for every encoding, so a weak one: the bytes differ (RFC 9110, 8.8.3).
    if (typeof etag === 'string' && etag.startsWith('"')) void reply.header('etag', `W/${etag}`);
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (!encoding) return payload;
    void reply.header('content-encoding', encoding);
    return pack[encoding](Buffer.from(payload), BROTLI_EACH);
  });
}
