import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../data/config/config.ts';
import { requestOriginOf } from '../../request-origin.ts';
import { codeOf } from '../../user-error.ts';
import { etagOf, matchesEtag } from '../code-host/routes.ts';
import { BROTLI_QUALITY_CACHED, type Encoding, encodingOf, compressWith } from '../compress.ts';
import { type PageName, fillOpenGraph, openGraphOf } from './open-graph.ts';

export interface PagesOptions {
  readonly dist: string;
  readonly ownerFiles: string;
  /** The home's address, with a trailing slash; if left out, the host of each request. */
  readonly publicUrl?: string | undefined;
  readonly config: () => Pick<Config, 'appName' | 'description'>;
}

/**
 * Compressed pages in memory: two pages in two encodings for each host of the home. Requests with
 * invented hosts replace the oldest.
 */
const MAX_CACHED_PAGES = 16;
/**
 * The home's address for a request: the configured one, else the requested host, else a relative
 * one.
 */
export function baseOf(request: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = requestOriginOf(request);
  return host === undefined ? './' : `${protocol}://${host}/`;
}

/**
 * The two pages, with the tags that describe a shared link: these need the home's name and absolute
 * address.
 */
export const pages = ({ dist, ownerFiles, publicUrl, config }: PagesOptions): FastifyPluginAsync => {
  const cached = new Map<string, Buffer>();

  const read = async (name: PageName): Promise<string> => {
    try {
      return await readFile(join(ownerFiles, name), 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return readFile(join(dist, name), 'utf8');
    }
  };

  const compressed = async (html: string, etag: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${etag}`;
    const found = cached.get(key);
    if (found) return found;
    const bytes = await compressWith[encoding](Buffer.from(html), BROTLI_QUALITY_CACHED);
    if (cached.size >= MAX_CACHED_PAGES) cached.delete(cached.keys().next().value ?? '');
    cached.set(key, bytes);
    return bytes;
  };

  const answer = async (
    name: PageName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const html = fillOpenGraph(await read(name), openGraphOf(name, baseOf(request, publicUrl), config()));
    const etag = etagOf(html);
    // The same tag for every encoding must be a weak one: the bytes differ (RFC 9110, 8.8.3).
    void reply.headers({ 'cache-control': 'no-cache', etag: `W/${etag}`, vary: 'accept-encoding' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    void reply.type('text/html; charset=utf-8');
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (!encoding) return reply.send(html);
    return reply.header('content-encoding', encoding).send(await compressed(html, etag, encoding));
  };

  return async (app) => {
    app.get('/', async (request, reply) => answer('index.html', request, reply));
    app.get('/index.html', async (request, reply) => answer('index.html', request, reply));
    app.get('/heartbeat.html', async (request, reply) => answer('heartbeat.html', request, reply));
  };
};
