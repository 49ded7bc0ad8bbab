import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestOriginOf } from '../../core/request-origin.ts';
import { isCrossSite } from '../../http/access.ts';
import { refuse } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';

/** Whether the page uses HTTPS, so cookies are `Secure`. `Origin` shows it behind a proxy without headers. */
export const isSecure = (request: FastifyRequest): boolean =>
  requestOriginOf(request).protocol === 'https' || /^https:/i.test(request.headers.origin ?? '');

export const refuseSignedOut = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 401, 'Only the owner can do this: sign in.');

/** These two are not async: to await a reply is to wait until it was sent, and gives undefined. */
const crossSite = (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
  isCrossSite(request) ? refuse(reply, 403, 'Pages of other sites cannot act for the owner.') : undefined;
const visitor = (signIns: SignIns, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
  crossSite(request, reply) ?? (signIns.find(request.headers) ? undefined : refuseSignedOut(reply));

export const refuseCrossSite = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
  crossSite(request, reply);

/** Answers requests that are not the owner's; resolves with undefined for the others. */
export const refuseVisitors =
  (signIns: SignIns) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    visitor(signIns, request, reply);

/** Like `refuseVisitors`, and also answers an owner whose sign-in is some time ago. */
export const refuseStaleSignIns =
  (signIns: SignIns) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    visitor(signIns, request, reply) ??
    (signIns.isFresh(request.headers)
      ? undefined
      : refuse(
          reply,
          403,
          'Sign in again first. A passkey can be added only in the ten minutes after a sign-in.',
        ));

const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'CrOS', 'Linux'];
/** In this order: a browser names also those that it resembles. */
const BROWSERS = ['Firefox', 'FxiOS', 'Edg', 'OPR', 'SamsungBrowser', 'CriOS', 'Chrome', 'Safari'];
const PLAIN: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  CrOS: 'ChromeOS',
  FxiOS: 'Firefox',
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  CriOS: 'Chrome',
};
const plain = (name: string): string => PLAIN[name] ?? name;

/** A browser in words, for the list of devices: “Chrome on Android”. */
export function browserOf({ headers: { 'user-agent': agent = '' } }: FastifyRequest): string {
  const browser = BROWSERS.find((name) => agent.includes(`${name}/`));
  const system = SYSTEMS.find((name) => agent.includes(name));
  if (browser === undefined) return 'Another program';
  return system === undefined ? plain(browser) : `${plain(browser)} on ${plain(system)}`;
}
