import type { PortalHealth } from './schemas/portal-health.ts';
import type { PortalRecord } from './schemas/portal.ts';

/**
 * The records of the home (specification 2). Records that come from outside unchanged have a schema in
 * `schemas/`: their sources refuse invalid records, so all other code can rely on valid ones. This file has
 * no schemas, so that a widget loads only the schemas that it needs.
 */
export type { AdapterRecord, AgentRecord, VisionPoint } from './schemas/owner-files.ts';
export type { PortalHealth, PortalHealthAnswer } from './schemas/portal-health.ts';
export type { PortalRecord } from './schemas/portal.ts';
export type { Sovereignty, SovereigntyPart } from './schemas/sovereignty.ts';

/** The fields of a commit that the home uses (specification 2.8). */
export interface Commit {
  readonly sha: string;
  readonly author: string;
  /** Milliseconds since the epoch; the code host sends a date with the author's UTC offset. */
  readonly authoredAt: number;
  /** The first line of the message; after the name of its repository if the home shows several. */
  readonly title: string;
  /** The repository, if the home shows several. */
  readonly repo?: string | undefined;
}

/** A merged pull request: one book on the shelves. */
export interface MergedPull {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly mergedAt: number;
  /** The repository, if the home shows several. Numbers of two repositories can be the same. */
  readonly repo?: string | undefined;
}

/** The thresholds of the sovereignty levels, in percent; `low` is below (specification 2.3). */
export const SOVEREIGNTY_HIGH = 80;
export const SOVEREIGNTY_MID = 40;
export const sovereigntyLevel = (score: number): 'high' | 'mid' | 'low' =>
  score >= SOVEREIGNTY_HIGH ? 'high' : score >= SOVEREIGNTY_MID ? 'mid' : 'low';

/** A portal with its health, for the ring, the list and the resident. */
export interface Portal {
  readonly record: PortalRecord;
  readonly health: PortalHealth;
  /** Whether there is a recent health check; otherwise only an old result is known. */
  readonly isChecked: boolean;
  /**
   * The validated URL of the portal, or the reason why the portal is closed; `needsOwner` if it is open for
   * the owner, `isRuin` if it has no address that it could lead to.
   */
  readonly entrance:
    | { readonly open: true; readonly href: string; readonly isRuin?: never }
    | { readonly open: false; readonly reason: string; readonly needsOwner?: true; readonly isRuin?: true };
}

/** The labels of specification 2.7. */
export const weatherLabels = [
  'Clear',
  'Partly Cloudy',
  'Foggy',
  'Drizzle',
  'Rain',
  'Snow',
  'Thunderstorm',
  'Unknown',
] as const;
export type WeatherLabel = (typeof weatherLabels)[number];

export interface Weather {
  readonly temperatureF: number;
  /** The WMO code as received. The sky can also draw codes with the label `Unknown`. */
  readonly code: number;
  readonly label: WeatherLabel;
}

/** The activity of an agent, from commits and the agent status file (specification 3.1). */
export interface AgentActivity {
  readonly name: string;
  readonly status: 'working' | 'idle' | 'dormant' | 'dead';
  /** The time of the newest commit, in milliseconds since the epoch; undefined if none is known. */
  readonly lastCommitAt: number | undefined;
  /** The repository of that commit, if the home shows several. */
  readonly lastRepo?: string | undefined;
  readonly issue: string | null;
  readonly prsToday: number | null;
}

/** A verified relay event, as stored (specification 2.5). */
export interface FeedEvent {
  /** The first 8 characters, as displayed. */
  readonly id: string;
  readonly pubkey: string;
  /** Cut to 57 characters and `...` if it is longer than 60. */
  readonly content: string;
  readonly kind: number;
  /** Seconds since the epoch. */
  readonly created_at: number;
  /** Only for zaps: the satoshis of the invoice (NIP-57). */
  readonly sats?: number | undefined;
}

export interface RelayStatus {
  readonly url: string;
  readonly state: 'connecting' | 'open' | 'waiting' | 'stopped';
  /** Why the socket is not open, in plain words. */
  readonly cause?: string | undefined;
  readonly accepted: number;
  /** The number of refused frames and events: forged, malformed, too large or dated in the future. */
  readonly rejected: number;
  /** The number of frames and events that arrived faster than they could be checked. */
  readonly dropped: number;
}

/**
 * A refused record of `portals.json`, `vision.json` or `adapters.json`, or a refused field: then the record
 * is shown without that field.
 */
export interface RecordProblem {
  /** The record's id or name, or its position in the list if it has neither. */
  readonly record: string;
  readonly reason: string;
  /**
   * True if the home refuses only one field and keeps the record. `reason` begins with the name of that
   * field.
   */
  readonly fieldOnly?: true;
}
