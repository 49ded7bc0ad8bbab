import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { DIFF_CUT_HEADER } from '../../../data/readings/sources/code-host.ts';
import { refuse, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import type { CachedCodeHost } from './cached.ts';
import { type ChangeName, type CodeHostRefusal, isRefusal, notFound, refusal } from './code-host.ts';
import type { Repositories } from './repositories.ts';
import { queryOf } from './routes.ts';

interface ChangeRoute {
  Params: { owner: string; repo: string; name: string };
}

const NOT_PUBLIC = 'Only the owner sees what a change did, because the repository is not public: sign in.';

const commitIn = (name: string): ChangeName | undefined =>
  /^[\da-f]{7,64}$/i.test(name) ? { commit: name.toLowerCase() } : undefined;
const pullIn = (name: string): ChangeName | undefined =>
  /^\d{1,9}$/.test(name) ? { pull: Number(name) } : undefined;
const openPullIn = (name: string): ChangeName | undefined => {
  const change = pullIn(name);
  return change && { ...change, isOpen: true };
};

/**
 * Below `/api/v1/repos/<owner>/<repo>`: `/git/commits/<sha>.diff` and `/pulls/<number>.diff` have what a change did,
 * with the addresses of Gitea, and `/open-pulls/<number>.diff` what an open pull request would do.
 * `/git/commits/<sha>/checks`, and so on, has its checks, or null. Visitors get both if everybody may read the
 * repository, otherwise only the owner gets them.
 */
export const changeRoutes =
  (repositories: Repositories, signIns: SignIns): FastifyPluginAsync =>
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
  };
