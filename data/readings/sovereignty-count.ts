import type { Sovereignty, SovereigntyPart } from './records.ts';

/**
 * How the parts of a home are counted: by its gateway, and by the page itself where a home is on a
 * static host. The names of the hosts decide; nothing is requested for it.
 */

/**
 * Host names of the owner's own network (RFC 6761, 6762, 8375, and in common use). A name without a
 * dot is one as well.
 */
const LOCAL_NAME = /^[^.:]+$|\.(?:localhost|local|lan|home|internal|home\.arpa)$/;
/** IPv4 addresses that cannot be reached from the internet (RFC 6890), as a URL writes them. */
const LOCAL_IPV4 =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
/** The same for IPv6: unspecified, loopback, unique local and link-local. */
const LOCAL_IPV6 = /^(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)$/;
const IPV4 = /^\d+(?:\.\d+){3}$/;

const hostNameOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Whether a host is in the owner's network or on their machine, as far as its name shows. */
export function isLocalHost(url: string): boolean {
  const host = hostNameOf(url);
  if (host.includes(':')) return LOCAL_IPV6.test(host);
  return IPV4.test(host) ? LOCAL_IPV4.test(host) : LOCAL_NAME.test(host);
}

/** `example.org` of `git.example.org`, and `example.co.uk` of `git.example.co.uk`. */
const domainOf = (host: string): string =>
  host
    .split('.')
    .slice(/\.[a-z]{2,3}\.[a-z]{2}$/.test(host) ? -3 : -2)
    .join('.');

/** Whether two hosts have names in the same domain. */
export function isSameDomain(url: string, other: string): boolean {
  const [host, otherHost] = [hostNameOf(url), hostNameOf(other)];
  const isAddress = host.includes(':') || IPV4.test(host);
  return isAddress ? host === otherHost : domainOf(host) === domainOf(otherHost);
}

const RECORDED = 'a recording';

export const ownPart = (name: string, why: string): SovereigntyPart => ({ name, own: true, where: '', why });
export const unknownPart = (name: string, why: string, where = ''): SovereigntyPart => ({
  name,
  own: null,
  where,
  why,
});
export const foreignPart = (name: string, where: string, why: string): SovereigntyPart => ({
  name,
  own: false,
  where,
  why,
});
export const recordedPart = (name: string): SovereigntyPart =>
  foreignPart(name, RECORDED, 'A demo replays a recording of it.');

/**
 * A part that comes from other hosts. `says` begins its sentence, as in `The forecast comes`; `isOwn` is
 * null where it is not known.
 */
export function hostedPart(
  name: string,
  says: string,
  urls: readonly string[],
  isOwn: (url: string) => boolean | null,
): SovereigntyPart {
  const hosts = (own: boolean | null): string =>
    urls
      .filter((url) => isOwn(url) === own)
      .map((url) => new URL(url).host)
      .join(', ');
  const [foreign, unknown] = [hosts(false), hosts(null)];
  if (foreign !== '') return foreignPart(name, foreign, `${says} from ${foreign}, not from the owner.`);
  if (unknown !== '')
    return unknownPart(name, `${says} from ${unknown}. Whether that is the owner’s is not known.`, unknown);
  return ownPart(name, `${says} from the owner’s own network or domain.`);
}

/** The share of parts that are known to be the owner's own, in percent. */
export function countParts(parts: readonly SovereigntyPart[]): Sovereignty {
  const share = parts.filter(({ own }) => own).length / Math.max(1, parts.length);
  const label = share === 1 ? 'all own' : share >= 0.5 ? 'mostly own' : share > 0 ? 'partly own' : 'not own';
  return { score: Math.round(share * 100), label, parts: [...parts] };
}
