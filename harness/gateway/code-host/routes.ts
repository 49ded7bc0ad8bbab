import type { FastifyPluginAsync } from 'fastify';
import { STALE_HEADERS } from '../../../data/readings/sources/code-host.ts';
import { JSON_TYPE, sendJson } from '../../http/conditional.ts';
import { type CodeHost, type CodeHostList, errorBody, isRefusal, notFound } from './code-host.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, recentRecords } from './recent.ts';

interface RepositoryRoute {
  Params: { owner: string; repo: string };
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const limitOf = (text: string | null): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Math.min(MAX_LIMIT, Math.max(1, Number(text))) : DEFAULT_LIMIT;

/** Pages count from 1. A page after the last one is empty, as from a code host. */
const pageOf = (text: string | null): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;

/**
 * `/api/v1/repos/<owner>/<repo>/commits` and `/pulls`: reads the home's one repository. Only `limit` and
 * `page` of the query count, and for commits `days`, which adds all commits of the last days. No part of the
 * query reaches the code host. `X-Known-Since` is the time since which the list of commits is complete.
 * `X-Fetched-At` and `X-Stale-Cause` mark an answer from before the code host failed.
 */
export const codeHostRoutes =
  (codeHost: CodeHost, now: () => number): FastifyPluginAsync =>
  async (app) => {
    for (const list of ['commits', 'pulls'] as const satisfies readonly CodeHostList[]) {
      const config = { access: list === 'commits' ? 'commits' : 'merged' } as const;
      app.get<RepositoryRoute>(`/api/v1/repos/:owner/:repo/${list}`, { config }, async (request, reply) => {
        const { owner, repo } = request.params;
        const isOwn = sameName(owner, codeHost.owner) && sameName(repo, codeHost.repo);
        const answer = isOwn ? await codeHost.read(list) : notFound();
        if (isRefusal(answer))
          return reply
            .code(answer.status)
            .header('cache-control', 'no-cache')
            .type(JSON_TYPE)
            .send(errorBody(answer));
        const { searchParams } = new URL(request.url, 'http://home.invalid');
        const requested = {
          limit: limitOf(searchParams.get('limit')),
          page: pageOf(searchParams.get('page')),
          wholeDays: searchParams.has('days'),
        };
        const { records, knownSince } = recentRecords(answer, requested, now());
        if (list === 'commits') void reply.header('x-known-since', new Date(knownSince).toISOString());
        const body = JSON.stringify(records.map(({ json }) => json));
        if (!answer.stale) return sendJson(request, reply, body);
        const { fetchedAt, cause } = answer.stale;
        void reply.header(STALE_HEADERS.fetchedAt, new Date(fetchedAt).toISOString());
        void reply.header(STALE_HEADERS.cause, encodeURIComponent(cause));
        // The answer must not be cached: a copy would look like a fresh answer.
        return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
      });
    }
  };
