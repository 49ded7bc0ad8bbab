import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../data/config/config.ts';
import { baseOf } from '../../request-origin.ts';
import { codeOf } from '../../user-error.ts';
import { sendText } from '../answers/conditional.ts';
import { type PageName, fillOpenGraph, openGraphOf } from './open-graph.ts';

export interface PagesOptions {
  readonly dist: string;
  readonly ownerFiles: string;
  /** The home's address, with a trailing slash; if left out, the host of each request. */
  readonly publicUrl?: string | undefined;
  readonly config: () => Pick<Config, 'appName' | 'description'>;
}

/**
 * The two pages, with the tags that describe a shared link: these need the home's name and absolute
 * address.
 */
export const pages = ({ dist, ownerFiles, publicUrl, config }: PagesOptions): FastifyPluginAsync => {
  const read = async (name: PageName): Promise<string> => {
    try {
      return await readFile(join(ownerFiles, name), 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return readFile(join(dist, name), 'utf8');
    }
  };

  const answer = async (
    name: PageName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const body = fillOpenGraph(await read(name), openGraphOf(name, baseOf(request, publicUrl), config()));
    return sendText(request, reply, { body, type: 'text/html; charset=utf-8' });
  };

  return async (app) => {
    app.get('/', async (request, reply) => answer('index.html', request, reply));
    app.get('/index.html', async (request, reply) => answer('index.html', request, reply));
    app.get('/heartbeat.html', async (request, reply) => answer('heartbeat.html', request, reply));
  };
};
