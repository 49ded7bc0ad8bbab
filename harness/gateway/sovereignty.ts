import type { Config } from '../../data/config/config.ts';
import type { Sovereignty, SovereigntyPart } from '../../data/readings/records.ts';
import {
  countParts,
  foreignPart,
  hostedPart,
  isLocalHost,
  isSameDomain,
  ownPart,
  recordedPart,
} from '../../data/readings/sovereignty-count.ts';
import type { ResidentIdentity } from '../resident/resident.ts';
import type { CodeHost } from './code-host/code-host.ts';
import { NoCodeHost } from './code-host/cached.ts';
import { RemoteCodeHost } from './code-host/remote.ts';

/**
 * Whether a host is the owner's, as far as its name shows: it is in the owner’s network, or in the domain of
 * the home.
 */
const isOwnHost = (url: string, publicUrl: string | undefined): boolean =>
  isLocalHost(url) || (publicUrl !== undefined && isSameDomain(url, publicUrl));

/** This text replaces the address of the code host, which stays on the server. */
const CODE_HOST_ELSEWHERE = 'a code host elsewhere';

/** Where the commits of a repository come from; a URL is the address of a code host. */
type CommitsFrom = 'nowhere' | 'this machine' | URL;

interface SovereigntyOptions {
  /** The configuration as the owner wrote it; pages get a changed one. */
  readonly config: Pick<Config, 'weather' | 'chain' | 'relays' | 'bridge'>;
  /** Where the commits of each repository come from. */
  readonly commitsFrom: readonly CommitsFrom[];
  readonly publicUrl?: string | undefined;
  /** In a demo, recordings replace everything from outside. */
  readonly demo: boolean;
  /** Who has the resident's room; the home's own resident if left out. */
  readonly resident?: Pick<ResidentIdentity, 'kind' | 'place'>;
}

/** The resident that comes with the home needs no model; an agent says itself where its model runs. */
function residentPart({ kind, place }: Pick<ResidentIdentity, 'kind' | 'place'>): SovereigntyPart {
  const isAgent = kind === 'agent';
  switch (place) {
    case 'this home':
      return ownPart('resident', 'It runs in the home and asks no model elsewhere.');
    case 'local':
      return ownPart(
        'resident',
        isAgent
          ? 'An agent of the owner answers, whose model runs on the owner’s machines.'
          : 'Its answers come from the network of the owner.',
      );
    case 'hosted':
      return foreignPart(
        'resident',
        'a hosted model',
        isAgent
          ? 'An agent of the owner answers, whose model runs on a server of others.'
          : 'Its answers come from a server of others.',
      );
  }
}

function commits({ commitsFrom, publicUrl, demo }: SovereigntyOptions): SovereigntyPart[] {
  if (demo) return [recordedPart('commits')];
  const hosts = commitsFrom.filter((from) => from instanceof URL);
  if (hosts.some(({ href }) => !isOwnHost(href, publicUrl)))
    return [
      foreignPart('commits', CODE_HOST_ELSEWHERE, 'They come from a code host that is not the owner’s.'),
    ];
  if (hosts.length > 0) return [ownPart('commits', 'They come from a code host of the owner.')];
  if (commitsFrom.every((from) => from === 'nowhere')) return [];
  return [ownPart('commits', 'They come from a git repository on the machine of the home.')];
}

/**
 * The parts of a home, and whether each is the owner's own. Parts that a home does not have
 * (relays, weather, block height, commits) are not counted.
 */
function partsOf(options: SovereigntyOptions): SovereigntyPart[] {
  const { config, publicUrl, demo, resident = { kind: 'status', place: 'this home' } } = options;
  const fetched = (name: string, says: string, ...given: string[]): SovereigntyPart[] => {
    const urls = given.filter((url) => url !== '');
    if (urls.length === 0) return [];
    return [demo ? recordedPart(name) : hostedPart(name, says, urls, (url) => isOwnHost(url, publicUrl))];
  };
  return [
    ownPart('pages', 'The home’s own server sends them.'),
    ...(config.bridge.url === ''
      ? [ownPart('bridge', 'The home’s own server runs it.')]
      : fetched('bridge', 'The conversation comes', config.bridge.url)),
    residentPart(resident),
    ...commits(options),
    ...fetched('weather', 'The forecast comes', config.weather.url),
    ...fetched('block height', 'The height comes', config.chain.url),
    ...fetched('relays', 'The notes come', ...config.relays),
  ];
}

/** The share of parts that are the owner's own, in percent. */
export const countSovereignty = (options: SovereigntyOptions): Sovereignty => countParts(partsOf(options));

export const commitsFrom = (codeHost: CodeHost): CommitsFrom =>
  codeHost instanceof RemoteCodeHost
    ? new URL(codeHost.url)
    : codeHost instanceof NoCodeHost
      ? 'nowhere'
      : 'this machine';
