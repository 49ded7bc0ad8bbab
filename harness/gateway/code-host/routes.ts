import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PRIVATE } from '../../../data/readings/reading.ts';
import { STALE_HEADERS, TROUBLE_HEADER } from '../../../data/readings/sources/code-host.ts';
import type { StaleAnswer } from '../../../data/readings/sources/source.ts';
import { JSON_TYPE, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import {
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  errorBody,
  isRefusal,
  notFound,
} from './code-host.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, recentRecords } from './recent.ts';
import { EMPTY, type Repositories } from './repositories.ts';

interface RepositoryRoute {
  Params: { owner: string; repo: string };
}

const NOT_RECORDED = 'the recording of this demo has none';
const ONLY_REMOTE = 'a local repository has none: name a code host in config.json';

export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams =>
  new URL(url, 'http://home.invalid').searchParams;

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

/** Sends JSON with what is wrong with it: why it is old, or which of several repositories fail. */
function sendWithTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  { stale, trouble }: Pick<CodeHostRecords, 'stale' | 'trouble'>,
  body: string,
): FastifyReply {
  if (stale) return markStale(reply, stale).type(JSON_TYPE).send(body);
  if (trouble !== undefined) void reply.header(TROUBLE_HEADER, encodeURIComponent(trouble));
  return sendText(request, reply, { body, type: JSON_TYPE, mark: trouble });
}

/**
 * `GET /api/open-work.json`: checks of the newest commit, open pull requests and the newest release. Visitors
 * get them if everybody may read the repository, otherwise only the owner gets them. `repo` of the query is one of
 * several repositories.
 */
export const openWorkRoute =
  (repositories: Repositories, signIns: SignIns, isDemo: boolean): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/open-work.json', { config: { access: 'open-work' } }, async (request, reply) => {
      varyBy(reply, 'cookie');
      const none = (cause: string) => sendJson(request, reply, JSON.stringify({ work: null, cause }));
      if (!repositories.hasOpenWork) return none(isDemo ? NOT_RECORDED : ONLY_REMOTE);
      const answer = await repositories.openWork(
        signIns.ownerOf(request.headers)(),
        queryOf(request).get('repo'),
      );
      if (!answer) return none(PRIVATE);
      if (answer.status === EMPTY) return none('no commits yet');
      if (isRefusal(answer)) return sendRefusal(reply, answer);
      return sendWithTrouble(request, reply, answer, JSON.stringify({ work: answer.work }));
    });
  };

/**
 * `/api/v1/repos/<owner>/<repo>/commits` and `/pulls`: reads a repository of the home, or all of several, at the
 * address `all/repositories`. Only `limit` and `page` of the query count, and for commits `days`, which adds all
 * commits of the last days. No part of the query reaches the code host. `X-Known-Since` is the time since which
 * the list of commits is complete. `X-Fetched-At` and `X-Stale-Cause` mark an answer from before the code host
 * failed; `X-Trouble` says which of several repositories fail.
 */
export const codeHostRoutes =
  (repositories: Repositories, now: () => number): FastifyPluginAsync =>
  async (app) => {
    for (const list of ['commits', 'pulls'] as const satisfies readonly CodeHostList[]) {
      const config = { access: list === 'commits' ? 'commits' : 'merged' } as const;
      app.get<RepositoryRoute>(`/api/v1/repos/:owner/:repo/${list}`, { config }, async (request, reply) => {
        const { params } = request;
        const source = repositories.isForAll(params) ? repositories : repositories.at(params);
        const answer = source ? await source.read(list) : notFound();
        if (isRefusal(answer)) return sendRefusal(reply, answer);
        const query = queryOf(request);
        const requested = {
          limit: limitOf(query.get('limit')),
          page: pageOf(query.get('page')),
          wholeDays: query.has('days'),
        };
        const { records, knownSince } = recentRecords(answer, requested, now());
        if (list === 'commits') void reply.header('x-known-since', new Date(knownSince).toISOString());
        return sendWithTrouble(request, reply, answer, JSON.stringify(records.map(({ json }) => json)));
      });
    }
  };
