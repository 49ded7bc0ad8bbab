import type { FastifyPluginAsync } from 'fastify';
import type { ChangeDesk } from '../../changes/change-desk.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import { refuseVisitors } from '../owner/owner-request.ts';

export const CHANGES_PATH = '/api/changes';
const SESSION_PATH = `${CHANGES_PATH}/:session`;
const UNKNOWN = 'The home knows no such session, or it has ended.';

/** The owner asks what a session has changed, and reads what its program has sent. */
export const ownerChangeRoutes =
  (desk: ChangeDesk, signIns: SignIns): FastifyPluginAsync =>
  async (app) => {
    const onRequest = refuseVisitors(signIns);
    refuseOtherMethods(app, SESSION_PATH, ['GET', 'HEAD', 'POST']);
    app.get(SESSION_PATH, { onRequest }, async (request, reply) => {
      const answer = desk.read((request.params as { session: string }).session);
      return answer ? noStore(reply).send(answer) : refuse(reply, 404, UNKNOWN);
    });
    app.post(SESSION_PATH, { onRequest }, async (request, reply) => {
      const answer = desk.ask((request.params as { session: string }).session);
      if (answer === undefined) return refuse(reply, 404, UNKNOWN);
      return typeof answer === 'string' ? refuse(reply, 409, answer) : noStore(reply).send(answer);
    });
  };
