import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  allowedQuery,
  notFound,
} from './code-host.ts';

interface Where {
  Params: { owner: string; repo: string };
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const etagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Whether `If-None-Match` names this tag; a weak tag of a compressing proxy counts too. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

/** `/api/v1/repos/<owner>/<repo>/commits` and `/pulls`: read-only, of the one repository of this home. */
export const codeHostRoutes =
  (codeHost: CodeHost): FastifyPluginAsync =>
  async (app) => {
    for (const list of ['commits', 'pulls'] as const satisfies readonly CodeHostList[]) {
      app.get<Where>(`/api/v1/repos/:owner/:repo/${list}`, async (request, reply) => {
        const { owner, repo } = request.params;
        const ours = sameName(owner, codeHost.owner) && sameName(repo, codeHost.repo);
        const { search } = new URL(request.url, 'http://home.invalid');
        const answer: CodeHostAnswer = ours
          ? await codeHost.read(list, allowedQuery(list, new URLSearchParams(search)))
          : notFound();
        const etag = etagOf(answer.body);
        void reply.headers(answer.headers).header('cache-control', 'no-cache').header('etag', etag);
        if (answer.status === 200 && matchesEtag(request.headers['if-none-match'], etag))
          return reply.code(304).send();
        return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
      });
    }
  };
