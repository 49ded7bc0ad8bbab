import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { answerBody } from '../../../data/asks/ask.ts';
import type { AskDesk } from '../../asks/ask-desk.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import { refuseSignedOut, refuseVisitors } from '../owner/owner-request.ts';
import { ASKS_PATH } from './agent-routes.ts';
import { streamRoute } from './stream-route.ts';

const ANSWER_PATH = `${ASKS_PATH}/:id/answer`;
/** Enough for a text of 2,000 characters, in UTF-8 and with the JSON around it. */
const MAX_BODY_BYTES = 16 * 1024;
const NO_ANSWER = 'This is no answer to an ask. docs/api.md lists the fields.';

/** The owner reads the asks of agents, and answers them; the first answer counts. */
export const ownerAskRoutes =
  (desk: AskDesk, signIns: SignIns): FastifyPluginAsync =>
  async (app) => {
    const onRequest = refuseVisitors(signIns);
    refuseOtherMethods(app, ASKS_PATH, ['GET', 'HEAD', 'POST']);
    refuseOtherMethods(app, ANSWER_PATH, ['POST']);
    app.get(ASKS_PATH, { onRequest }, async (_request, reply) => noStore(reply).send(desk.list()));
    await app.register(streamRoute(desk, signIns));
    app.post(ANSWER_PATH, { onRequest, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = v.safeParse(answerBody, request.body);
      if (!body.success) return refuse(reply, 400, NO_ANSWER);
      // Checks the sign-in again: it may have ended while the body was received.
      const signIn = signIns.find(request.headers);
      if (!signIn) return refuseSignedOut(reply);
      const { id } = request.params as { id: string };
      const answered = desk.answer(id, body.output, signIn.browser.slice(0, 80));
      switch (answered.outcome) {
        case 'decided':
          return noStore(reply).send({ ask: answered.ask });
        case 'ended':
          return noStore(reply).code(409).send({ message: 'This ask has ended already.', ask: answered.ask });
        case 'refused':
          return refuse(reply, 400, answered.message);
        case 'wrong-nonce':
          return refuse(reply, 403, 'This answer does not belong to the ask: read the asks again.');
        case 'unknown':
          return refuse(reply, 404, 'There is no such ask.');
      }
    });
  };
