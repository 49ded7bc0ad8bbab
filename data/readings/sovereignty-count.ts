import type { Sovereignty, SovereigntyPart } from './records.ts';

/**
 * Counts the parts of a home that are the owner's own: for the gateway, and for the page of a home on a
 * static host. The host names decide; nothing is requested.
 */

/** Host names of local networks (RFC 6761, 6762, 8375, and common use). A name without a dot is local too. */
const LOCAL_NAME = /^[^.:]+$|\.(?:localhost|local|lan|home|internal|home\.arpa)$/;
/** IPv4 addresses that cannot be reached from the internet (RFC 6890), in the form of a URL's host. */
const LOCAL_IPV4 =
  /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
/** Such IPv6 addresses: unspecified, loopback, unique local and link-local. */
const LOCAL_IPV6 = /^(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)$/;
const IPV4 = /^\d+(?:\.\d+){3}$/;

const hostNameOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Whether a host is on the owner's network or machine, judged by its name. */
export function isLocalHost(url: string): boolean {
  const host = hostNameOf(url);
  if (host.includes(':')) return LOCAL_IPV6.test(host);
  return IPV4.test(host) ? LOCAL_IPV4.test(host) : LOCAL_NAME.test(host);
}

/** For example `example.org` for `git.example.org`, and `example.co.uk` for `git.example.co.uk`. */
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
 * A part that comes from other hosts. `says` begins its sentence, for example `The forecast comes`; `isOwn`
 * returns null if that is unknown.
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

/** The percentage of parts that are known to be the owner's own. */
export function countParts(parts: readonly SovereigntyPart[]): Sovereignty {
  const share = parts.filter(({ own }) => own).length / Math.max(1, parts.length);
  const label = share === 1 ? 'all own' : share >= 0.5 ? 'mostly own' : share > 0 ? 'partly own' : 'not own';
  return { score: Math.round(share * 100), label, parts: [...parts] };
}
