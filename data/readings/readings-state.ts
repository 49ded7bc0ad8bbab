import { type Signal, signal } from '@lit-labs/signals';
import { hostOf } from '../core/http.ts';
import { EVERY_REPOSITORY, type ReadingConfig } from '../config/reading-config.ts';
import { type Origin, type Reading, loading } from './reading.ts';
import type { ResidentActivity } from './schemas/present-activity.ts';
import type { AgentSessions } from './schemas/agent-sessions.ts';
import type { OpenWork } from './schemas/open-work.ts';
import type { RelayFeedReport } from './schemas/relay-feed.ts';
import type {
  AdapterRecord,
  AgentRecord,
  Commit,
  MergedPull,
  PortalHealth,
  PortalRecord,
  RecordProblem,
  Sovereignty,
  VisionPoint,
  Weather,
} from './records.ts';

/** The type of each reading's value. `origins` below has the source of each. */
interface ReadingValues {
  /**
   * The latest 50 commits; on the world's page, all commits of the last days. They are in the order of the
   * code host, which does not sort by author date.
   */
  readonly commits: readonly Commit[];
  readonly merged: readonly MergedPull[];
  readonly agentStatus: readonly AgentRecord[];
  readonly sovereignty: Sovereignty;
  readonly portalRecords: readonly PortalRecord[];
  readonly portalHealth: readonly PortalHealth[];
  readonly weather: Weather;
  readonly blockHeight: number;
  readonly adapters: readonly AdapterRecord[];
  readonly vision: readonly VisionPoint[];
  /** The oath, as Markdown. */
  readonly soul: string;
  /** The sessions of the owner's coding agents, as far as this reader may see them. */
  readonly sessions: AgentSessions;
  /** What is open at the code host, as far as this reader may see it. */
  readonly openWork: OpenWork;
}

export type ReadingName = keyof ReadingValues;

/** The values of all sources: the readings, and those that the world's page receives over sockets instead. */
export interface SourceValues extends ReadingValues {
  readonly activity: ResidentActivity;
  readonly relayFeed: RelayFeedReport;
}
export type SourceName = keyof SourceValues;

/** The origin of an upstream: its host, or the recording in a demo. */
const upstream = ({ recorded }: ReadingConfig, name: string, source: string): Origin =>
  recorded ? { source: `${name}, a recording`, recorded } : { source };

const codeHost = (config: ReadingConfig): Origin => {
  const { url, owner, repo } = config.codeHost;
  const name = `${owner}/${repo}`.replace(EVERY_REPOSITORY, 'all repositories');
  return upstream(config, name, `${name}, ${hostOf(url) || 'this home'}`);
};

/** The host of a service; if it is not configured, the file in which it can be set. */
const service =
  (name: 'weather' | 'chain') =>
  (config: ReadingConfig): Origin =>
    upstream(config, name, hostOf(config[name].url) || 'config.json');

/** The origin of each reading, for the feet of panels, tooltips and the resident's answers. */
const origins: Readonly<Record<SourceName, string | ((config: ReadingConfig) => Origin)>> = {
  commits: codeHost,
  merged: codeHost,
  openWork: codeHost,
  agentStatus: 'agent-status.json',
  sovereignty: 'sovereignty-status.json',
  portalRecords: 'portals.json',
  portalHealth: 'portal health checks',
  weather: service('weather'),
  blockHeight: service('chain'),
  adapters: 'adapters.json',
  vision: 'vision.json',
  soul: 'soul.md',
  sessions: 'reports of the agents',
  activity: 'reports of the agent',
  relayFeed: (config) => upstream(config, 'relays', 'relays, checked by the home'),
};
const sourceNames = Object.keys(origins) as readonly SourceName[];

export function configuredOrigin(name: SourceName, config: ReadingConfig): Origin {
  const origin = origins[name];
  return typeof origin === 'string' ? { source: origin } : origin(config);
}

type Named<T> = { readonly [Name in ReadingName]: T };
/** A signal for the reading of each source. */
export type SourceReadings = { readonly [Name in SourceName]: Signal.State<Reading<SourceValues[Name]>> };

/** The readings of a home and the poller's information about them. */
export interface ReadingsState {
  readonly readings: Pick<SourceReadings, ReadingName>;
  /** The refused records of each reading, with the reason. */
  readonly recordProblems: Named<Signal.State<readonly RecordProblem[]>>;
  /**
   * `readings.commits` is complete since this time, in milliseconds since the epoch: 0 if it has all commits,
   * undefined if the code host does not say. `derived.shownSince` is the same for the moment that a
   * time-lapse shows.
   */
  readonly commitsKnownSince: Signal.State<number | undefined>;
}

const byName = <Name extends SourceName, T>(
  of: readonly Name[],
  make: (name: Name) => T,
): { readonly [One in Name]: T } =>
  Object.fromEntries(of.map((name) => [name, make(name)])) as { readonly [One in Name]: T };

/** Creates the readings of all sources or of those in `of`, in the state `loading`. */
export const createReadings = <Name extends SourceName = SourceName>(
  config: ReadingConfig,
  of = sourceNames as readonly Name[],
): Pick<SourceReadings, Name> =>
  byName(of, (name) => signal(loading(configuredOrigin(name, config)))) as Pick<SourceReadings, Name>;

export function createReadingsState(config: ReadingConfig): ReadingsState {
  const names = sourceNames.filter(
    (name): name is ReadingName => name !== 'activity' && name !== 'relayFeed',
  );
  return {
    readings: createReadings(config, names),
    recordProblems: byName(names, () => signal<readonly RecordProblem[]>([])),
    commitsKnownSince: signal<number | undefined>(undefined),
  };
}
