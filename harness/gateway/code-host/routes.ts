import type { FastifyPluginAsync } from 'fastify';
import { DIFF_CUT_HEADER, STALE_HEADERS } from '../../../data/readings/sources/code-host.ts';
import { JSON_TYPE, refuse, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import type { CachedCodeHost } from './cached.ts';
import { type ChangeName, type CodeHostList, errorBody, isRefusal, notFound } from './code-host.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, recentRecords } from './recent.ts';

interface RepositoryRoute {
  Params: { owner: string; repo: string };
}
interface DiffRoute {
  Params: { owner: string; repo: string; name: string };
}

const NOT_PUBLIC = 'Only the owner sees what a change did, because the repository is not public: sign in.';

const commitIn = (name: string): ChangeName | undefined => {
  const sha = /^([\da-f]{7,64})\.diff$/i.exec(name)?.[1];
  return sha === undefined ? undefined : { commit: sha.toLowerCase() };
};
const pullIn = (name: string): ChangeName | undefined => {
  const number = /^(\d{1,9})\.diff$/.exec(name)?.[1];
  return number === undefined ? undefined : { pull: Number(number) };
};

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
 *
 * `/git/commits/<sha>.diff` and `/pulls/<number>.diff` have what a change did, with the addresses of Gitea.
 * Visitors get it if everybody may read the repository, otherwise only the owner gets it.
 */
export const codeHostRoutes =
  (codeHost: CachedCodeHost, signIns: SignIns, now: () => number): FastifyPluginAsync =>
  async (app) => {
    const isOwn = ({ owner, repo }: RepositoryRoute['Params']): boolean =>
      sameName(owner, codeHost.owner) && sameName(repo, codeHost.repo);
    for (const [list, changeIn, path] of [
      ['commits', commitIn, 'git/commits'],
      ['merged', pullIn, 'pulls'],
    ] as const)
      app.get<DiffRoute>(
        `/api/v1/repos/:owner/:repo/${path}/:name`,
        { config: { access: list } },
        async (request, reply) => {
          varyBy(reply, 'cookie');
          const change = isOwn(request.params) ? changeIn(request.params.name) : undefined;
          if (!signIns.ownerOf(request.headers)() && !(await codeHost.isPublic()))
            return refuse(reply, 403, NOT_PUBLIC);
          const answer = change ? await codeHost.diff(change) : notFound();
          if (isRefusal(answer)) return refuse(reply, answer.status, answer.message);
          if (!answer.isWhole) void reply.header(DIFF_CUT_HEADER, 'true');
          return sendText(request, reply, { body: answer.text, type: 'text/plain; charset=utf-8' });
        },
      );
    for (const list of ['commits', 'pulls'] as const satisfies readonly CodeHostList[]) {
      const config = { access: list === 'commits' ? 'commits' : 'merged' } as const;
      app.get<RepositoryRoute>(`/api/v1/repos/:owner/:repo/${list}`, { config }, async (request, reply) => {
        const answer = isOwn(request.params) ? await codeHost.read(list) : notFound();
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
