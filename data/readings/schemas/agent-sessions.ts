import * as v from 'valibot';
import { count, instant, text, word } from './bounds.ts';

/**
 * The sessions of coding agents, as the home shows them (docs/agents.md, “Sessions”). A session is one run of
 * a coding agent for the owner; a visitor's conversation with the resident is something else.
 */

/** How much visitors see: nothing, how many sessions there are, their states, or also what they work on. */
export const sessionAudiences = ['nothing', 'counts', 'states', 'all'] as const;
export type SessionAudience = (typeof sessionAudiences)[number];

/** `silent`: the session worked, but has reported nothing for `SILENT_AFTER_MS`. */
const sessionStates = ['waiting', 'failed', 'working', 'thinking', 'done', 'silent', 'ended'] as const;
export type SessionState = (typeof sessionStates)[number];

/** What a waiting session needs from the owner. */
export const sessionNeeds = ['permission', 'answer', 'plan'] as const;

/** The maximum number of sessions in one answer. The others are only counted. */
export const MAX_SHOWN_SESSIONS = 48;
/** The maximum number of sub-agents of one session in an answer. The others are only counted. */
export const MAX_SHOWN_AGENTS = 12;

const state = v.picklist(sessionStates);

export const agentSession = v.object({
  /** A pseudonym of the session; programs cannot report with it. */
  key: word(24),
  /** Sessions of the same name have numbers: `Codex 2`. */
  name: word(120),
  /** The name of the program: `Claude Code`. */
  harness: word(40),
  state,
  needs: v.optional(v.picklist(sessionNeeds)),
  task: v.optional(text(200)),
  step: v.optional(text(200)),
  tool: v.optional(text(80)),
  /** The file or address on which it works. */
  target: v.optional(text(200)),
  folder: v.optional(text(80)),
  branch: v.optional(text(120)),
  repository: v.optional(text(120)),
  /** Its sub-agents. */
  agents: v.array(v.object({ name: text(80), state })),
  moreAgents: count,
  /** The number of its tool calls. */
  tools: count,
  /** The number of files on which it has worked. */
  files: count,
  /** When its state began. Milliseconds since the epoch. */
  since: instant,
  /** When the last report was received. Milliseconds since the epoch. */
  updatedAt: instant,
});
export type AgentSession = v.InferOutput<typeof agentSession>;

const counts = { atWork: count, waiting: count, failed: count, done: count, silent: count };

export const agentSessions = v.object({
  /** What the reader may see. */
  audience: v.picklist(sessionAudiences),
  counts: v.object(counts),
  /** In the order of the queue: see `bySessionQueue`. */
  sessions: v.array(agentSession),
  /** Sessions that are counted, but not in the list. */
  more: count,
});
export type AgentSessions = v.InferOutput<typeof agentSessions>;
export type SessionCounts = AgentSessions['counts'];

const RANK: Readonly<Record<SessionState, number>> = {
  waiting: 0,
  failed: 1,
  working: 2,
  thinking: 2,
  done: 3,
  silent: 4,
  ended: 5,
};

/**
 * The order of all lists: sessions that wait for the owner, the longest wait first; failed sessions; sessions
 * at work; then the others. `thinking` and `working` alternate every few seconds, so sessions at work are
 * sorted by name.
 */
export function bySessionQueue(
  one: Pick<AgentSession, 'state' | 'since' | 'name'>,
  other: Pick<AgentSession, 'state' | 'since' | 'name'>,
): number {
  const rank = RANK[one.state] - RANK[other.state];
  if (rank !== 0) return rank;
  const isByAge = RANK[one.state] < RANK.working;
  return (isByAge ? one.since - other.since : 0) || (one.name < other.name ? -1 : 1);
}

/** The number of sessions in each group of states. Ended sessions are not counted. */
export function countSessions(states: Iterable<SessionState>): SessionCounts {
  const found = { atWork: 0, waiting: 0, failed: 0, done: 0, silent: 0 };
  for (const one of states) {
    if (one === 'thinking' || one === 'working') found.atWork++;
    else if (one !== 'ended') found[one]++;
  }
  return found;
}
