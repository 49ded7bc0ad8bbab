import type { FastifyPluginAsync } from 'fastify';
import type { AskDesk } from '../../asks/ask-desk.ts';
import { refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import { refuseVisitors } from '../owner/owner-request.ts';
import { ASKS_PATH } from './agent-routes.ts';
import { holdOpen } from './hold-open.ts';

const STREAM_PATH = `${ASKS_PATH}/stream`;
/** At most one event is sent in this time; all changes in this time are sent together. */
const EVERY_MS = 30;
/** A comment is sent this often, because a proxy closes a connection that is silent for a minute. */
const COMMENT_MS = 15_000;
/** The maximum time between the end of a sign-in and the end of its stream. */
const CHECK_MS = 1_000;
/** More pages than an owner has open. */
const MAX_STREAMS = 64;

/** `GET /api/asks/stream`: the owner’s asks as server-sent events, at the start and after each change. */
export const streamRoute =
  (desk: AskDesk, signIns: SignIns): FastifyPluginAsync =>
  async (app) => {
    let open = 0;
    const ends = new Set<() => void>();
    refuseOtherMethods(app, STREAM_PATH, ['GET', 'HEAD']);
    app.get(STREAM_PATH, { onRequest: refuseVisitors(signIns) }, async (request, reply) => {
      if (open >= MAX_STREAMS) return refuse(reply, 503, 'Too many pages of the owner are open.');
      open++;
      const isOwner = signIns.ownerOf(request.headers);
      const stream = holdOpen(reply, 'text/event-stream; charset=utf-8');
      let hasEnded = false;
      const end = (): void => {
        hasEnded = true;
        stream.end();
      };
      let isWaiting = false;
      let sentAt = 0;
      const send = (): void => {
        // While the home stops, an ask may end after the file with the sign-ins was closed.
        if (hasEnded) return;
        isWaiting = false;
        sentAt = performance.now();
        // The sign-in may have ended: another device or a command can remove it.
        if (!isOwner()) return end();
        if (stream.isFull) return later(CHECK_MS);
        stream.write(`data: ${JSON.stringify(desk.list())}\n\n`);
      };
      const later = (milliseconds: number): void => {
        if (isWaiting) return;
        isWaiting = true;
        setTimeout(send, milliseconds).unref();
      };
      const stop = desk.onChange(() => later(Math.max(0, sentAt + EVERY_MS - performance.now())));
      const comments = setInterval(() => stream.write(':\n\n'), COMMENT_MS);
      const checks = setInterval(() => void (hasEnded || isOwner() || end()), CHECK_MS);
      ends.add(end);
      stream.onClose(() => {
        open--;
        stop();
        clearInterval(comments);
        clearInterval(checks);
        ends.delete(end);
      });
      send();
      return reply;
    });
    app.addHook('preClose', async () => {
      for (const end of ends) end();
    });
  };
