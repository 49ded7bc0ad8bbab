import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../data/config/config.ts';
import { requestOriginOf } from '../request-origin.ts';
import { codeOf } from '../user-error.ts';
import { etagOf, matchesEtag } from './code-host/routes.ts';
import { BROTLI_KEPT, type Encoding, encodingOf, pack } from './compress.ts';
import { type PageName, fillSharing, sharedPage } from './open-graph.ts';

export interface PagesOptions {
  readonly dist: string;
  readonly ownerFiles: string;
  /** Where visitors find the home, with a trailing slash; without it, what they asked for. */
  readonly publicUrl?: string | undefined;
  readonly config: () => Pick<Config, 'appName' | 'description'>;
}

/**
 * Compressed once for each address the home is asked under; whoever makes up hosts pushes out the
 * oldest.
 */
const MAX_KEPT = 16;
/**
 * Where the home is for who asks: the configured address, else the host that was asked for, else
 * nowhere in particular.
 */
export function baseOf(request: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = requestOriginOf(request);
  return host === undefined ? './' : `${protocol}://${host}/`;
}

/**
 * The two pages, each with what it says about itself where it is shared: that needs the home's name
 * and its absolute address.
 */
export const pages = ({ dist, ownerFiles, publicUrl, config }: PagesOptions): FastifyPluginAsync => {
  const kept = new Map<string, Buffer>();

  const read = async (name: PageName): Promise<string> => {
    try {
      return await readFile(join(ownerFiles, name), 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return readFile(join(dist, name), 'utf8');
    }
  };

  const packed = async (html: string, etag: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${etag}`;
    const known = kept.get(key);
    if (known) return known;
    const bytes = await pack[encoding](Buffer.from(html), BROTLI_KEPT);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, bytes);
    return bytes;
  };

  const answer = async (
    name: PageName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const html = fillSharing(await read(name), sharedPage(name, baseOf(request, publicUrl), config()));
    const etag = etagOf(html);
    // One tag for every encoding of the page, so a weak one: the bytes differ (RFC 9110, 8.8.3).
    void reply.headers({ 'cache-control': 'no-cache', etag: `W/${etag}`, vary: 'accept-encoding' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    void reply.type('text/html; charset=utf-8');
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (!encoding) return reply.send(html);
    return reply.header('content-encoding', encoding).send(await packed(html, etag, encoding));
  };

  return async (app) => {
    app.get('/', async (request, reply) => answer('index.html', request, reply));
    app.get('/index.html', async (request, reply) => answer('index.html', request, reply));
    app.get('/heartbeat.html', async (request, reply) => answer('heartbeat.html', request, reply));
  };
};
