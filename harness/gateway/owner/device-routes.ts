import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { Keys } from '../../keys/keys.ts';
import { refuseVisitors } from './owner-request.ts';

const DEVICES = '/api/owner/devices';
const PASSKEY = '/api/owner/passkeys/:id';
const SIGN_IN = '/api/owner/sign-ins/:id';
const AGENT_KEY = '/api/owner/agent-keys/:name';
const LINK = '/api/owner/links/:id';
const MAX_BODY_BYTES = 1024;

const nameBody = v.object({ name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60)) });
const idOf = (params: unknown): number => {
  const { id } = params as { id: string };
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
};

/** Lists and removes passkeys, sign-ins, keys of agents and read-only links; renames passkeys. */
export const deviceRoutes =
  ({ passkeys, signIns, agents, links }: Keys): FastifyPluginAsync =>
  async (app) => {
    const owner = refuseVisitors(signIns);
    const done = (reply: FastifyReply, found: boolean): FastifyReply =>
      found ? noStore(reply).code(204).send() : refuse(reply, 404, 'It does not exist any more.');
    refuseOtherMethods(app, DEVICES, ['GET', 'HEAD']);
    refuseOtherMethods(app, PASSKEY, ['PATCH', 'DELETE']);
    for (const url of [SIGN_IN, AGENT_KEY, LINK]) refuseOtherMethods(app, url, ['DELETE']);

    app.get(DEVICES, { onRequest: owner }, async (request, reply) => {
      const here = signIns.find(request.headers)?.id;
      return noStore(reply).send({
        passkeys: passkeys.list(),
        signIns: signIns.list().map((one) => ({ ...one, isHere: one.id === here })),
        agentKeys: agents.list(),
        links: links.list(),
      });
    });
    app.patch(PASSKEY, { onRequest: owner, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = v.safeParse(nameBody, request.body);
      if (!body.success) return refuse(reply, 400, 'A name has 1 to 60 characters: {"name": "…"}.');
      return done(reply, passkeys.rename(idOf(request.params), body.output.name));
    });
    // Removing needs no new sign-in: it has to be quick when a phone is stolen, and it gives no rights.
    app.delete(PASSKEY, { onRequest: owner }, async (request, reply) =>
      done(reply, passkeys.revoke(idOf(request.params))),
    );
    app.delete(SIGN_IN, { onRequest: owner }, async (request, reply) =>
      done(reply, signIns.revoke(idOf(request.params))),
    );
    app.delete(LINK, { onRequest: owner }, async (request, reply) =>
      done(reply, links.revoke(idOf(request.params))),
    );
    app.delete(AGENT_KEY, { onRequest: owner }, async (request, reply) =>
      done(reply, agents.revoke((request.params as { name: string }).name)),
    );
  };
