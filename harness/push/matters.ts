import type { Ask } from '../../data/asks/ask.ts';
import type { PushKind } from '../../data/push/push-settings.ts';
import type { AgentSession } from '../../data/readings/schemas/agent-sessions.ts';
import type { HistorySubject } from '../../data/readings/schemas/history.ts';
import { aboutDollars, dollarsText } from '../../data/usage/usage-words.ts';
import type { LivingSession } from '../agent-sessions/household.ts';
import type { DayBudget } from '../usage/usage-desk.ts';
import { MINUTE_MS } from '../../data/core/time.ts';

/**
 * A notice reports a wait only if it lasts this long, because an agent may report a wait some seconds before
 * it asks in the home.
 */
const WAIT_SETTLES_MS = 5_000;
/** A failure of a portal is told only if it lasts this long, and not after one missed check. */
const INCIDENT_SETTLES_MS = 2 * MINUTE_MS;

/**
 * Something to tell. It contains the kind, the session’s name and its program, and no other text of an agent.
 */
export interface Matter {
  /** The tag of its notice: each session, ask or portal has at most one notice. */
  readonly tag: string;
  /** Distinguishes the matter from an earlier one with the same tag. */
  readonly id: string;
  /** Who is told: owners who chose this kind, all devices of the owner, or browsers that follow this portal. */
  readonly to: { readonly kind: PushKind } | { readonly owner: true } | { readonly portal: string };
  readonly title: string;
  readonly body: string;
  /** Where a tap leads, relative to the home. */
  readonly path: string;
  /** When the matter began; milliseconds since the epoch. */
  readonly since: number;
  /** How long the matter has to last before it is told. If undefined, the setting of the device decides. */
  readonly settlesMs: number | undefined;
  /**
   * Whether the matter is told later to a device that could not be told now, and its notice is taken back
   * when the matter is over.
   */
  readonly stays: boolean;
  /** When the matter ends at the latest. */
  readonly until?: number;
}

const askWords: Readonly<Record<Ask['kind'], string>> = {
  permission: 'needs a permission',
  question: 'has a question',
  plan: 'has a plan for you to read',
};
const needsWords: Readonly<Record<NonNullable<AgentSession['needs']>, string>> = {
  permission: 'needs a permission in its terminal',
  answer: 'has a question in its terminal',
  plan: 'has a plan for you to read in its terminal',
};

/**
 * A sentence about a session: “Codex failed.” If the name of the session begins with the program, the
 * sentence leaves the program out.
 */
function sentenceOf({ name, harness }: Pick<AgentSession, 'name' | 'harness'>, words: string): string {
  const sentence = name.startsWith(harness) ? words : `${harness} ${words}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/**
 * Matches the folders of a path at the start of a name: a program may use the whole path as the name of its
 * session.
 */
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[^·]*[\\/])?/;
export const titleOf = ({ name, harness }: Pick<AgentSession, 'name' | 'harness'>): string =>
  name.replace(PATH, '') || harness;

function matterOfAsk({ id, kind, name, harness, askedAt, deadline }: Ask): Matter {
  return {
    tag: `ask-${id}`,
    id,
    to: { kind: 'waiting' },
    title: titleOf({ name, harness }),
    body: sentenceOf({ name, harness }, askWords[kind]),
    path: `door#ask=${id}`,
    since: askedAt,
    settlesMs: 0,
    stays: true,
    until: deadline,
  };
}

function matterOfSession(session: LivingSession): Matter | undefined {
  const { key, state, needs, since, isFresh = false } = session;
  const of = (kind: PushKind, words: string, settlesMs: number | undefined): Matter => ({
    tag: `session-${key}`,
    id: `${kind} ${since}`,
    to: { kind },
    title: titleOf(session),
    body: sentenceOf(session, words),
    path: 'door',
    since,
    settlesMs,
    stays: kind === 'waiting',
  });
  if (state === 'waiting')
    return of('waiting', needs ? needsWords[needs] : 'waits for you in its terminal', WAIT_SETTLES_MS);
  if (state === 'failed') return of('failed', 'failed', 0);
  // A program that was only opened reports that it is done, too.
  return state === 'done' && !isFresh ? of('done', 'is done', undefined) : undefined;
}

/**
 * Returns what the owner’s devices are told: the open asks, and the sessions without an open ask. So a wait
 * for an answer to an ask is told only once.
 */
export function ownersMatters(asks: readonly Ask[], sessions: readonly LivingSession[]): readonly Matter[] {
  const asking = new Set(asks.map(({ session }) => session));
  return [
    ...asks.map(matterOfAsk),
    ...sessions.filter(({ key }) => !asking.has(key)).flatMap((session) => matterOfSession(session) ?? []),
  ];
}

/** Returns the notices to the owner about the budget of the day. */
export const budgetMatters = (budget: DayBudget | undefined, now: number): readonly Matter[] =>
  !budget || budget.reached === 0
    ? []
    : [
        {
          tag: 'budget',
          id: `${budget.day} ${budget.reached}`,
          to: { owner: true },
          title:
            budget.reached === 100
              ? 'Today’s budget is used up'
              : `${budget.reached} % of today’s budget is used`,
          body: `Your agents have cost ${aboutDollars(budget.spent)} of ${dollarsText(budget.dollars)}, an estimate. Nothing was stopped.`,
          path: 'door',
          since: now,
          settlesMs: 0,
          stays: true,
        },
      ];

/** A portal as the history knows it. */
export type WatchedPortal = Pick<HistorySubject, 'id' | 'kind' | 'name' | 'state' | 'incidents'>;

/** Returns what browsers that follow portals are told: which of them do not answer now. */
export const portalMatters = (portals: readonly WatchedPortal[]): readonly Matter[] =>
  portals.flatMap(({ id, name, state, incidents }) => {
    const incident = state === 'down' ? incidents.find(({ ending }) => ending === 'ongoing') : undefined;
    if (!incident) return [];
    return {
      tag: id,
      // Without its beginning: after a sleep of the home, the same outage is another incident of the history.
      id: 'down',
      to: { portal: id.replace(/^portal:/, '') },
      title: name,
      body: 'Does not answer.',
      path: 'heartbeat.html',
      since: incident.begin,
      settlesMs: INCIDENT_SETTLES_MS,
      stays: true,
    };
  });
