import { isIP } from 'node:net';
import type { Config } from '../../data/config/config.ts';
import type { Sovereignty, SovereigntyPart } from '../../data/readings/records.ts';
import type { CodeHost } from './code-host/code-host.ts';
import { NoCodeHost } from './code-host/cached.ts';
import { RemoteCodeHost } from './code-host/remote.ts';
import { isPrivateAddress } from './outbound/private-address.ts';

/**
 * Host names of the owner's own network (RFC 6761, 6762, 8375, and in common use). A name without a
 * dot is one as well.
 */
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|local|lan|home|internal|home\.arpa)$/;

/** `example.org` of `git.example.org`, and `example.co.uk` of `git.example.co.uk`. */
const domainOf = (host: string): string =>
  host
    .split('.')
    .slice(/\.[a-z]{2,3}\.[a-z]{2}$/.test(host) ? -3 : -2)
    .join('.');

/**
 * Whether a host is the owner's, as far as its name tells: it is in their network, or in the domain
 * of the home.
 */
export function isOwnHost(url: string, publicUrl: string | undefined): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  if (LOCAL_NAME.test(host)) return true;
  const home = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return home !== undefined && isIP(home) === 0 && domainOf(home) === domainOf(host);
}

const RECORDED = 'a recording';
/** In place of the address of the code host, which stays on the server. */
const CODE_HOST_ELSEWHERE = 'a code host elsewhere';

export interface SovereigntyOptions {
  /** As the owner wrote it; pages get another. */
  readonly config: Pick<Config, 'weather' | 'chain' | 'relays' | 'bridge'>;
  /** For a code host, its address. */
  readonly commitsFrom: 'nowhere' | 'this machine' | URL;
  readonly publicUrl?: string | undefined;
  /** In a demo, recordings replace everything from outside. */
  readonly demo: boolean;
}

/**
 * The parts of a home, and whether each is the owner's own. Parts that a home does not have
 * (relays, commits) are not counted.
 */
function partsOf({ config, commitsFrom, publicUrl, demo }: SovereigntyOptions): SovereigntyPart[] {
  const own = (name: string): SovereigntyPart => ({ name, own: true, where: '' });
  const fetched = (name: string, ...urls: string[]): SovereigntyPart => {
    if (demo) return { name, own: false, where: RECORDED };
    const foreign = urls.filter((url) => !isOwnHost(url, publicUrl)).map((url) => new URL(url).host);
    return { name, own: foreign.length === 0, where: foreign.join(', ') };
  };
  const commits = (): SovereigntyPart[] => {
    if (demo) return [{ name: 'commits', own: false, where: RECORDED }];
    if (commitsFrom === 'this machine') return [own('commits')];
    if (commitsFrom === 'nowhere') return [];
    const isOwn = isOwnHost(commitsFrom.href, publicUrl);
    return [{ name: 'commits', own: isOwn, where: isOwn ? '' : CODE_HOST_ELSEWHERE }];
  };
  return [
    own('pages'),
    config.bridge.url === '' ? own('bridge') : fetched('bridge', config.bridge.url),
    // The embedded resident needs no model: it answers from the home's readings.
    own('resident'),
    ...commits(),
    fetched('weather', config.weather.url),
    fetched('block height', config.chain.url),
    ...(config.relays.length > 0 ? [fetched('relays', ...config.relays)] : []),
  ];
}

/** The share of parts that are the owner's own, in percent. */
export function countSovereignty(options: SovereigntyOptions): Sovereignty {
  const parts = partsOf(options);
  const share = parts.filter(({ own }) => own).length / parts.length;
  const label = share === 1 ? 'all own' : share >= 0.5 ? 'mostly own' : 'partly own';
  return { score: Math.round(share * 100), label, parts };
}

/** Where the commits of a code host come from. */
export const commitsFrom = (codeHost: CodeHost): SovereigntyOptions['commitsFrom'] =>
  codeHost instanceof RemoteCodeHost
    ? new URL(codeHost.url)
    : codeHost instanceof NoCodeHost
      ? 'nowhere'
      : 'this machine';
