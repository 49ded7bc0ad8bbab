import type { ReadStream } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { MAX_SCREEN_BYTES, playId } from '../../../data/games/play-record.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import type { CurrentPlays } from '../../bridge/plays/current-plays.ts';
import { MAX_SIDE, type Picture, readPicture } from '../../bridge/plays/play-screens.ts';
import { refuse, sendJson } from '../../http/conditional.ts';
import { isCrossSite, refuseWrongToken } from '../../http/access.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { PlayLogs } from './play-logs.ts';

const PLAYS_PATH = '/api/plays';
const SCREEN_PATH = `${PLAYS_PATH}/:id/screens/:number`;
/** Screenshots that one address may send and look at. They are counted apart from other requests. */
const SENT_PER_MINUTE = 300;
const SEEN_PER_MINUTE = 1_200;
const NOTHING = 'There is nothing at this address.';
/** With this policy a picture runs and loads nothing, even if it is opened as a page. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const wholeNumber = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,5})$/), v.transform(Number));
const playParams = v.object({ id: playId });
const screenParams = v.object({ id: playId, number: wholeNumber });
const logQuery = v.object({ from: v.optional(wholeNumber, '0') });

interface Plays {
  readonly current: CurrentPlays;
  readonly logs: PlayLogs;
  readonly guard: TokenGuard;
}

/** Answers requests that may not send a screenshot; resolves with undefined for the others. */
function refuseStrangers(request: FastifyRequest, reply: FastifyReply, { guard }: Plays): unknown {
  if (isCrossSite(request)) return refuse(reply, 403, 'Pages of other sites cannot send screenshots.');
  if (guard.token === undefined)
    return refuse(
      reply,
      403,
      'This home accepts no screenshots: start it with a secret in HOME_WORLD_BRIDGE_TOKEN.',
    );
  const hint = 'A screenshot needs the header “Authorization: Bearer …” with the token of the home.';
  return refuseWrongToken(request, reply, { guard, hint });
}

const sendPicture = (
  reply: FastifyReply,
  type: Picture['type'],
  body: Buffer | ReadStream,
  size: number,
): FastifyReply =>
  reply
    .headers({
      'content-length': size,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': POLICY,
      'cross-origin-resource-policy': 'same-origin',
    })
    .type(type)
    .send(body);

/** `PUT` of a screenshot by the player of a play that reports to the bridge. */
const screenUpload =
  (plays: Plays): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ['image/png', 'image/jpeg', 'image/webp'],
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    app.route({
      method: 'PUT',
      url: SCREEN_PATH,
      bodyLimit: MAX_SCREEN_BYTES,
      // Open to strangers, but the request needs the token.
      config: { access: 'open', rateLimit: { max: SENT_PER_MINUTE, timeWindow: '1 minute' } },
      // Runs before the body is read, and after the rate limit.
      preParsing: async (request, reply, payload) => refuseStrangers(request, reply, plays) ?? payload,
      handler: async ({ params, body }, reply) => {
        const { current } = plays;
        const named = v.safeParse(screenParams, params);
        if (!named.success || !current.playerOf(named.output.id))
          return refuse(reply, 404, 'No player reports this play to the bridge.');
        const picture = Buffer.isBuffer(body) ? readPicture(body) : undefined;
        if (!picture)
          return refuse(reply, 400, `This is no PNG, JPEG or WebP with sides from 1 to ${MAX_SIDE} pixels.`);
        const { id, number } = named.output;
        if (!current.addScreen(id, number, picture))
          return refuse(reply, 409, 'This number has another picture, or there is a newer one.');
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    });
  };

/**
 * The plays in the data folder with their logs and screenshots, and the screenshots of plays that run.
 */
export const playRoutes =
  (plays: Plays): FastifyPluginAsync =>
  async (app) => {
    const { current, logs } = plays;
    const stateOf = (id: string) => current.records.find((record) => record.id === id)?.state;
    const config = { access: 'plays' } as const;
    app.get(PLAYS_PATH, { config }, async (request, reply) =>
      sendJson(request, reply, `${JSON.stringify({ plays: await logs.list(stateOf) })}\n`),
    );
    app.get(`${PLAYS_PATH}/:id/log`, { config }, async (request, reply) => {
      const [params, query] = [v.safeParse(playParams, request.params), v.safeParse(logQuery, request.query)];
      if (!query.success) return refuse(reply, 400, '“from” is the number of a line, from 0 on.');
      const page = params.success ? await logs.page(params.output.id, query.output.from) : undefined;
      return page ? sendJson(request, reply, `${page}\n`) : refuse(reply, 404, NOTHING);
    });
    app.get(
      SCREEN_PATH,
      {
        config: { ...config, rateLimit: { max: SEEN_PER_MINUTE, timeWindow: '1 minute' }, countsBytes: true },
      },
      async (request, reply) => {
        const params = v.safeParse(screenParams, request.params);
        if (!params.success) return refuse(reply, 404, NOTHING);
        const { id, number } = params.output;
        const shown = current.screen(id, number);
        if (shown) return sendPicture(reply, shown.type, shown.bytes, shown.bytes.length);
        const kept = await logs.screen(id, number);
        return kept ? sendPicture(reply, kept.type, kept.body, kept.size) : refuse(reply, 404, NOTHING);
      },
    );
    refuseOtherMethods(app, PLAYS_PATH, ['GET', 'HEAD']);
    refuseOtherMethods(app, `${PLAYS_PATH}/:id/log`, ['GET', 'HEAD']);
    refuseOtherMethods(app, SCREEN_PATH, ['GET', 'HEAD', 'PUT']);
    await app.register(screenUpload(plays));
  };
