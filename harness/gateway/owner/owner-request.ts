import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestOriginOf } from '../../core/request-origin.ts';
import { isCrossSite } from '../../http/access.ts';
import { refuse } from '../../http/conditional.ts';
import type { SignIns } from '../../keys/sign-ins.ts';

/**
 * Whether the page uses HTTPS, so cookies are `Secure`. Behind a proxy that sends no headers, `Origin` shows
 * it.
 */
export const isSecure = (request: FastifyRequest): boolean =>
  requestOriginOf(request).protocol === 'https' || /^https:/i.test(request.headers.origin ?? '');

export const refuseSignedOut = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 401, 'Only the owner can do this: sign in.');

/** These two functions are not async: `await` of a reply waits until it was sent, and gives undefined. */
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

/** Like `refuseVisitors`, but also refuses an owner who signed in too long ago. */
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
/** The order matters: the header of a browser also names other browsers that it resembles. */
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
