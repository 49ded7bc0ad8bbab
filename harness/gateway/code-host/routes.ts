import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PRIVATE } from '../../../data/readings/reading.ts';
import { DIFF_CUT_HEADER, STALE_HEADERS, TROUBLE_HEADER } from '../../../data/readings/sources/code-host.ts';
import type { StaleAnswer } from '../../../data/readings/sources/source.ts';
import { JSON_TYPE, refuse, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import type { CachedCodeHost } from './cached.ts';
import {
  type ChangeName,
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  errorBody,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, recentRecords } from './recent.ts';
import { EMPTY, type Repositories } from './repositories.ts';

interface RepositoryRoute {
  Params: { owner: string; repo: string };
}
interface ChangeRoute {
  Params: { owner: string; repo: string; name: string };
}

const NOT_RECORDED = 'the recording of this demo has none';
const ONLY_REMOTE = 'a local repository has none: name a code host in config.json';
const NOT_PUBLIC = 'Only the owner sees what a change did, because the repository is not public: sign in.';

const commitIn = (name: string): ChangeName | undefined =>
  /^[\da-f]{7,64}$/i.test(name) ? { commit: name.toLowerCase() } : undefined;
const pullIn = (name: string): ChangeName | undefined =>
  /^\d{1,9}$/.test(name) ? { pull: Number(name) } : undefined;
const openPullIn = (name: string): ChangeName | undefined => {
  const change = pullIn(name);
  return change && { ...change, isOpen: true };
};

const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams =>
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
 *
 * `/git/commits/<sha>.diff` and `/pulls/<number>.diff` have what a change did, with the addresses of Gitea, and
 * `/open-pulls/<number>.diff` what an open pull request would do.
 * `/git/commits/<sha>/checks`, and so on, has its checks, or null. Visitors get both if everybody may
 * read the repository, otherwise only the owner gets them.
 */
export const codeHostRoutes =
  (repositories: Repositories, signIns: SignIns, now: () => number): FastifyPluginAsync =>
  async (app) => {
    /** What the code host says of a change that this reader may see. */
    const ofChange = async <T extends { readonly status: 200 }>(
      request: FastifyRequest<ChangeRoute>,
      reply: FastifyReply,
      change: ChangeName | undefined,
      read: (host: CachedCodeHost, change: ChangeName) => Promise<T | CodeHostRefusal>,
    ): Promise<T | CodeHostRefusal> => {
      varyBy(reply, 'cookie');
      const codeHost = repositories.isForAll(request.params)
        ? (repositories.named(queryOf(request).get('repo') ?? '') ??
          (change && 'commit' in change ? await repositories.withCommit(change) : undefined))
        : repositories.at(request.params);
      const isPublic = codeHost ? await codeHost.isPublic() : await repositories.isPublic();
      if (!signIns.ownerOf(request.headers)() && !isPublic) return refusal(403, NOT_PUBLIC);
      return codeHost && change ? read(codeHost, change) : notFound();
    };
    for (const [access, changeIn, path] of [
      ['commits', commitIn, 'git/commits'],
      ['merged', pullIn, 'pulls'],
      ['open-work', openPullIn, 'open-pulls'],
    ] as const) {
      const address = `/api/v1/repos/:owner/:repo/${path}/:name`;
      app.get<ChangeRoute>(address, { config: { access } }, async (request, reply) => {
        const [, name = ''] = /^(.+)\.diff$/.exec(request.params.name) ?? [];
        const answer = await ofChange(request, reply, changeIn(name), (host, change) => host.diff(change));
        if (isRefusal(answer)) return refuse(reply, answer.status, answer.message);
        if (!answer.isWhole) void reply.header(DIFF_CUT_HEADER, 'true');
        return sendText(request, reply, { body: answer.text, type: 'text/plain; charset=utf-8' });
      });
      app.get<ChangeRoute>(
        `${address}/checks`,
        { config: { access: 'open-work' } },
        async (request, reply) => {
          const change = changeIn(request.params.name);
          const answer = await ofChange(request, reply, change, (host, one) => host.checks(one));
          // Most changes have none, for example those of a local repository: that is no failure.
          if (isRefusal(answer) && answer.status === 404) return sendJson(request, reply, 'null');
          if (isRefusal(answer)) return refuse(reply, answer.status, answer.message);
          return sendJson(request, reply, JSON.stringify(answer.checks));
        },
      );
    }
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
