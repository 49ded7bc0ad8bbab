import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { letterBody } from '../../../data/letters/letter.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import type { LetterDesk } from '../../letters/letter-desk.ts';
import { refuseSignedOut, refuseVisitors } from '../owner/owner-request.ts';

export const LETTERS_PATH = '/api/letters';
const LETTER_PATH = `${LETTERS_PATH}/:id`;
/** Enough for a letter in UTF-8 and with the JSON around it. */
const MAX_BODY_BYTES = 32 * 1024;
const NO_LETTER = 'This is no letter, or it is too long. docs/api.md lists the fields.';

/** The owner writes letters to sessions of coding agents, reads their states, and takes them back. */
export const ownerLetterRoutes =
  (desk: LetterDesk, signIns: SignIns): FastifyPluginAsync =>
  async (app) => {
    const onRequest = refuseVisitors(signIns);
    refuseOtherMethods(app, LETTERS_PATH, ['GET', 'HEAD', 'POST']);
    refuseOtherMethods(app, LETTER_PATH, ['DELETE']);
    app.get(LETTERS_PATH, { onRequest }, async (_request, reply) => noStore(reply).send(desk.list()));
    app.post(LETTERS_PATH, { onRequest, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = v.safeParse(letterBody, request.body);
      if (!body.success) return refuse(reply, 400, NO_LETTER);
      // Checks the sign-in again: it may have ended while the body was received.
      const signIn = signIns.find(request.headers);
      if (!signIn) return refuseSignedOut(reply);
      const { session, ...given } = body.output;
      const written = desk.write(session, given, signIn.browser.slice(0, 80));
      switch (written.outcome) {
        case 'written':
          return noStore(reply).code(201).send({ letter: written.letter });
        case 'refused':
          return refuse(reply, 409, written.message);
        case 'unknown':
          return refuse(reply, 404, written.message);
        case 'lost':
          return refuse(reply, 503, written.message);
      }
    });
    app.delete(LETTER_PATH, { onRequest }, async (request, reply) => {
      const withdrawn = desk.withdraw((request.params as { id: string }).id);
      switch (withdrawn.outcome) {
        case 'withdrawn':
          return noStore(reply).send({ letter: withdrawn.letter });
        case 'late':
          return noStore(reply)
            .code(409)
            .send({ message: 'This letter has left the queue already.', letter: withdrawn.letter });
        case 'unknown':
          return refuse(reply, 404, 'There is no such letter.');
        case 'lost':
          return refuse(reply, 503, withdrawn.message);
      }
    });
  };
