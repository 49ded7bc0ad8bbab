import type { PortalHealth } from './schemas/portal-health.ts';
import type { PortalRecord } from './schemas/portal.ts';

/**
 * The records of the home (specification 2). Those that come from outside unchanged have a schema
 * in `schemas/`: a record that fits it is trusted everywhere, any other is refused by its source.
 * This file has no schemas, so that a widget loads only those of what it shows.
 */
export type { AdapterRecord } from './schemas/adapters.ts';
export type { AgentRecord } from './schemas/agent-status.ts';
export type { PortalHealth, PortalHealthAnswer } from './schemas/portal-health.ts';
export type { PortalRecord } from './schemas/portal.ts';
export type { Sovereignty, SovereigntyPart } from './schemas/sovereignty.ts';
export type { VisionPoint } from './schemas/vision.ts';

/** What the home uses of a commit (specification 2.8). */
export interface Commit {
  readonly sha: string;
  readonly author: string;
  /** Milliseconds since the epoch; the wire carries the author's own offset. */
  readonly authoredAt: number;
  /** First line of the message only. */
  readonly title: string;
}

/** A merged pull request: one book on the shelves. */
export interface MergedPull {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly mergedAt: number;
}

/** Where the levels of sovereignty begin, in percent; `low` is below (specification 2.3). */
export const SOVEREIGNTY_HIGH = 80;
export const SOVEREIGNTY_MID = 40;
export const sovereigntyLevel = (score: number): 'high' | 'mid' | 'low' =>
  score >= SOVEREIGNTY_HIGH ? 'high' : score >= SOVEREIGNTY_MID ? 'mid' : 'low';

/** A portal together with its health: what the ring, the list and the resident show. */
export interface Portal {
  readonly record: PortalRecord;
  readonly health: PortalHealth;
  /** Whether the health checks answered recently; otherwise only an old answer is known. */
  readonly isChecked: boolean;
  /**
   * The checked address a visitor goes to, or the reason why the portal is closed; `needsOwner` if it is open for
   * the owner.
   */
  readonly entrance:
    | { readonly open: true; readonly href: string }
    | { readonly open: false; readonly reason: string; readonly needsOwner?: true };
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
  /** WMO code as sent; the sky may draw codes whose label is `Unknown` as what they are. */
  readonly code: number;
  readonly label: WeatherLabel;
}

/** What an agent is doing, from commits and the agent status file together (specification 3.1). */
export interface AgentActivity {
  readonly name: string;
  readonly status: 'working' | 'idle' | 'dormant' | 'dead';
  /** The time of the newest commit, in milliseconds since the epoch; undefined if none is known. */
  readonly lastCommitAt: number | undefined;
  readonly issue: string | null;
  readonly prsToday: number | null;
}

/** A verified relay event, as kept (specification 2.5). */
export interface FeedEvent {
  /** First 8 characters, as displayed. */
  readonly id: string;
  readonly pubkey: string;
  /** Cut to 57 characters and `...` when longer than 60. */
  readonly content: string;
  readonly kind: number;
  /** Seconds since the epoch. */
  readonly created_at: number;
  /** Zaps only: satoshis of the invoice (NIP-57). */
  readonly sats?: number | undefined;
}

export interface RelayStatus {
  readonly url: string;
  readonly state: 'connecting' | 'open' | 'waiting' | 'stopped';
  /** Why the socket is not open, in plain words. */
  readonly cause?: string | undefined;
  readonly accepted: number;
  /** Frames and events that were refused: forged, malformed, too large or dated in the future. */
  readonly rejected: number;
  /** Frames and events that came faster than they could be checked. */
  readonly dropped: number;
}

/**
 * A record of `portals.json`, `vision.json` or `adapters.json` that was refused alone, or one of
 * its fields: the record is then shown without it.
 */
export interface RecordProblem {
  /** The record's id or name, or its place in the list where it has none. */
  readonly record: string;
  readonly reason: string;
  /** Only the field that `reason` begins with is left out. */
  readonly fieldOnly?: true;
}
