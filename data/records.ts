import * as v from 'valibot';

/**
 * The records that come from outside, as schemas (specification section 2). What passes one of these is trusted inside;
 * what does not never gets past its source. Lengths are bounded so that a hostile file cannot fill the memory.
 */

const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => v.pipe(v.string(), v.maxLength(max));
const word = /* @__NO_SIDE_EFFECTS__ */ (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
const number = v.pipe(v.number(), v.finite());

/** One commit, cut down to what the home uses (2.8), with the author's date as an instant. */
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

/** `GET {code_host}/api/v1/repos/<owner>/<repo>/commits` */
export const wireCommits = v.pipe(
  v.array(
    v.object({
      sha: v.optional(text(64), ''),
      commit: v.object({
        author: v.object({ name: text(200), date: text(40) }),
        message: v.string(),
      }),
    }),
  ),
  v.maxLength(100),
);

/** `GET {code_host}/api/v1/repos/<owner>/<repo>/pulls?state=closed` */
export const wirePulls = v.pipe(
  v.array(
    v.object({
      number: v.pipe(v.number(), v.integer()),
      title: v.string(),
      merged: v.optional(v.nullable(v.boolean()), false),
      merged_at: v.nullish(text(40)),
      user: v.nullish(v.object({ login: text(200) })),
    }),
  ),
  v.maxLength(100),
);

/** `agent-status.json` (2.2) */
export const agentRecord = v.object({
  name: word(80),
  status: v.picklist(['working', 'idle', 'dead']),
  issue: v.nullable(text(300)),
  prs_today: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export const agentStatusFile = v.object({ agents: v.pipe(v.array(agentRecord), v.maxLength(64)) });
export type AgentRecord = v.InferOutput<typeof agentRecord>;

/** `sovereignty-status.json` (2.3); the score is a percentage. */
export const sovereigntyFile = v.object({
  score: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(100)),
  label: text(80),
});
export type Sovereignty = v.InferOutput<typeof sovereigntyFile>;

/** `high` ≥ 80, `mid` ≥ 40, `low` below (DESIGN section 4). */
export const sovereigntyLevel = (score: number): 'high' | 'mid' | 'low' =>
  score >= 80 ? 'high' : score >= 40 ? 'mid' : 'low';

export const readinessStates = [
  'playable',
  'active',
  'prototype',
  'rebuilding',
  'blocked',
  'offline',
] as const;
export const accessModes = ['public', 'operator', 'local-only'] as const;
export const portalTypes = ['game-world', 'operator-room', 'research-space', 'experiment'] as const;
export const environments = ['production', 'staging', 'local'] as const;

const vector = v.object({ x: number, y: number, z: number });

/**
 * One destination of `portals.json` (2.1). Legacy entries hold only id, name, description, status and destination: the
 * metadata then takes these defaults, which claim nothing ("prototype", "unknown").
 */
export const portalRecord = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'a slug of letters, digits, - and _')),
  name: word(80),
  description: text(600),
  status: word(40),
  portal_type: v.optional(v.picklist(portalTypes), 'experiment'),
  world_category: v.optional(text(40), 'unknown'),
  environment: v.optional(v.picklist(environments), 'production'),
  access_mode: v.optional(v.picklist(accessModes), 'public'),
  readiness_state: v.optional(v.picklist(readinessStates), 'prototype'),
  telemetry_source: v.optional(text(200), 'none'),
  owner: v.optional(text(80), 'unknown'),
  app_id: v.optional(v.pipe(v.number(), v.integer())),
  window_title: v.optional(text(200)),
  destination: v.object({
    type: v.optional(text(40), 'url'),
    /** Where the portal leads: an http(s) URL or a same-origin path. A harness destination has none. */
    url: v.optional(text(2000)),
    action_label: v.optional(text(80), 'Enter'),
    params: v.optional(v.record(text(64), v.unknown()), {}),
  }),
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
  position: v.optional(vector),
  rotation: v.optional(v.object({ x: v.optional(number, 0), y: number, z: v.optional(number, 0) })),
});
export type PortalRecord = v.InferOutput<typeof portalRecord>;

/** Checks that are kept of each portal (DESIGN section 4). */
export const HEALTH_CHECKS_KEPT = 30;

/** Health of one portal: the last 30 checks, newest last (DESIGN section 4). */
export const portalHealthRecord = v.object({
  id: text(64),
  status: v.picklist(['online', 'offline', 'unknown']),
  /** In plain words, where it is not online. */
  cause: v.optional(text(300)),
  checks: v.pipe(
    v.array(
      v.object({
        /** Milliseconds since the epoch. */
        at: number,
        online: v.boolean(),
        latencyMs: v.nullable(number),
      }),
    ),
    v.maxLength(HEALTH_CHECKS_KEPT),
    v.readonly(),
  ),
});
export type PortalHealth = Readonly<v.InferOutput<typeof portalHealthRecord>>;

/** What the gateway answers to `GET /api/health/portals`. */
export const portalHealthAnswer = v.object({
  portals: v.pipe(v.array(portalHealthRecord), v.maxLength(200)),
});
export type PortalHealthAnswer = v.InferOutput<typeof portalHealthAnswer>;

/** A portal together with its health: what the ring, the list and the resident show. */
export interface Portal {
  readonly record: PortalRecord;
  readonly health: PortalHealth;
  /** Where a visitor goes, already made safe; or the reason why nobody can. */
  readonly entrance:
    { readonly open: true; readonly href: string } | { readonly open: false; readonly reason: string };
}

/** The specification's labels (2.7). */
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

/** What an agent is doing, from commits and the agent status file together (specification 3.1, DESIGN section 4). */
export interface AgentActivity {
  readonly name: string;
  readonly status: 'working' | 'idle' | 'dormant' | 'dead';
  /** Milliseconds since the epoch, of the newest commit seen; undefined when none is among the latest 50. */
  readonly lastCommitAt: number | undefined;
  readonly issue: string | null;
  readonly prsToday: number | null;
}

/** A verified relay event, as kept (2.5). */
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
  /** In plain words, when the socket is not open. */
  readonly cause?: string | undefined;
  readonly accepted: number;
  readonly rejected: number;
}
