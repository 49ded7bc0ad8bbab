import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { PRIVATE } from '../../../data/readings/reading.ts';
import { DIFF_CUT_HEADER, STALE_HEADERS } from '../../../data/readings/sources/code-host.ts';
import type { StaleAnswer } from '../../../data/readings/sources/source.ts';
import { JSON_TYPE, refuse, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import type { CachedCodeHost } from './cached.ts';
import {
  type ChangeName,
  type CodeHostList,
  type CodeHostRefusal,
  errorBody,
  isRefusal,
  notFound,
} from './code-host.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, recentRecords } from './recent.ts';

interface RepositoryRoute {
  Params: { owner: string; repo: string };
}
interface DiffRoute {
  Params: { owner: string; repo: string; name: string };
}

const NOT_RECORDED = 'the recording of this demo has none';
const ONLY_REMOTE = 'a local repository has none: name a code host in config.json';
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

/** The headers of an answer from before the code host failed. A copy must not look like a fresh answer. */
const markStale = (reply: FastifyReply, { fetchedAt, cause }: StaleAnswer): FastifyReply =>
  reply.headers({
    [STALE_HEADERS.fetchedAt]: new Date(fetchedAt).toISOString(),
    [STALE_HEADERS.cause]: encodeURIComponent(cause),
    'cache-control': 'no-store',
  });

const sendRefusal = (reply: FastifyReply, answer: CodeHostRefusal): FastifyReply =>
  reply.code(answer.status).header('cache-control', 'no-cache').type(JSON_TYPE).send(errorBody(answer));

/** The status of a repository without commits. */
const EMPTY = 409;

/**
 * `GET /api/open-work.json`: checks of the newest commit, open pull requests and the newest release. Visitors
 * get them if everybody may read the repository, otherwise only the owner gets them.
 */
export const openWorkRoute =
  (codeHost: CachedCodeHost, signIns: SignIns, isDemo: boolean): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/open-work.json', { config: { access: 'open-work' } }, async (request, reply) => {
      varyBy(reply, 'cookie');
      const none = (cause: string) => sendJson(request, reply, JSON.stringify({ work: null, cause }));
      if (!codeHost.hasOpenWork) return none(isDemo ? NOT_RECORDED : ONLY_REMOTE);
      if (!signIns.ownerOf(request.headers)() && !(await codeHost.isPublic())) return none(PRIVATE);
      const answer = await codeHost.openWork();
      if (answer.status === EMPTY) return none('no commits yet');
      if (isRefusal(answer)) return sendRefusal(reply, answer);
      const body = JSON.stringify({ work: answer.work });
      return answer.stale
        ? markStale(reply, answer.stale).type(JSON_TYPE).send(body)
        : sendJson(request, reply, body);
    });
  };

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
        if (isRefusal(answer)) return sendRefusal(reply, answer);
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
        return markStale(reply, answer.stale).type(JSON_TYPE).send(body);
      });
    }
  };
