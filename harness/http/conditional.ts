import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const etagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Whether `If-None-Match` names this tag. Weak tags match too, because `sendText` sends weak tags. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

/** Adds the name of a request header to `Vary`, unless it is there. */
export function varyBy(reply: FastifyReply, name: string): void {
  const vary = String(reply.getHeader('vary') ?? '');
  const names = vary.split(',').map((part) => part.trim().toLowerCase());
  if (!names.includes(name)) void reply.header('vary', vary === '' ? name : `${vary}, ${name}`);
}

interface TextAnswer {
  readonly body: string;
  readonly type: string;
  /** The header `Cache-Control`; by default, a client must ask again before each use. */
  readonly cacheControl?: string;
  /** What else tells two answers apart, besides their texts. */
  readonly mark?: string | undefined;
}

/** Sends a text with an ETag, or 304 without a body if the client has this text. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, cacheControl = 'no-cache', mark = '' }: TextAnswer,
): FastifyReply {
  const etag = etagOf(body + mark);
  // Both answers have the same headers (RFC 9110, 15.4.5). The tag is weak, because all encodings of a text
  // have the same tag.
  void reply.headers({ 'cache-control': cacheControl, etag: `W/${etag}` });
  varyBy(reply, 'accept-encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON with an ETag, or 304 without a body if the client has this JSON. */
export const sendJson = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
  sendText(request, reply, { body, type: JSON_TYPE });

/** Keeps an answer out of all caches. */
export const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

/** Sends an error in the form of all errors of the home. */
export const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  noStore(reply).code(status).type(JSON_TYPE).send({ message, url: '' });
