import * as v from 'valibot';
import { askKinds, askStates } from '../asks/ask.ts';
import {
  type AgentSession,
  type AgentSessions,
  MAX_SHOWN_SESSIONS,
  agentSession,
  agentSessions,
  bySessionQueue,
  countSessions,
} from '../readings/schemas/agent-sessions.ts';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';

/**
 * A time of the owner's coding agents, as the home has stored it: what a reader saw of them at each moment. The
 * home keeps 90 days.
 */

/** The longest time of one answer: a day on which the clocks are set back, and a little more. */
export const MAX_DAY_HOURS = 26;
/** The maximum number of changes in an answer. Ten agents that work all day have about a thousand. */
export const MAX_DAY_CHANGES = 6_000;
/** The maximum number of asks in an answer. */
export const MAX_DAY_ASKS = 500;

/** The longest text about the end of an ask: the owner may write 2,000 characters. */
export const MAX_END = 2_400;

/** An ask of an agent to its owner, for the owner alone. */
export const dayAsk = v.object({
  kind: v.picklist(askKinds),
  /** The pseudonym of the session; empty if the home does not know it. */
  session: text(24),
  name: word(120),
  title: word(200),
  note: text(400),
  /** The beginning of the command. */
  command: text(200),
  state: v.picklist(askStates),
  /** How it ended, in words; empty while it is open. */
  end: text(MAX_END),
  askedAt: instant,
  endedAt: v.optional(instant),
});
export type DayAsk = v.InferOutput<typeof dayAsk>;

export const agentDay = v.object({
  from: instant,
  /** The end of what is told: the requested time, the present, or where the answer was cut. */
  until: instant,
  /** What the reader may see. */
  audience: agentSessions.entries.audience,
  /** Since when the home has stored what its agents do; null if it has stored nothing. */
  knownSince: v.nullable(instant),
  /** The sessions are the recording of a demo. */
  recorded: v.optional(v.boolean()),
  /** There were more changes than fit into an answer. */
  isCut: v.boolean(),
  /**
   * A session after each change that matters, oldest first; those at `from` come first. `ended` if it is gone.
   * At work, its step, tool and target are left out, and its figures are up to ten minutes old.
   */
  changes: v.pipe(v.array(v.object({ at: instant, session: agentSession })), v.maxLength(MAX_DAY_CHANGES)),
  /** The counts after each change, for readers who see nothing else. */
  counts: v.pipe(
    v.array(v.object({ at: instant, counts: agentSessions.entries.counts, more: count })),
    v.maxLength(MAX_DAY_CHANGES),
  ),
  /** For the owner alone. */
  asks: v.pipe(v.array(dayAsk), v.maxLength(MAX_DAY_ASKS)),
});
export type AgentDay = v.InferOutput<typeof agentDay>;

/** The sessions at a moment of a day, as `GET /api/sessions.json` showed them; undefined if there were none. */
export function sessionsAt(
  { audience, changes, counts }: Pick<AgentDay, 'audience' | 'changes' | 'counts'>,
  at: number,
): AgentSessions | undefined {
  if (audience === 'counts') {
    const last = counts.findLast((one) => one.at <= at);
    return last && last.more > 0
      ? { audience, counts: last.counts, sessions: [], more: last.more }
      : undefined;
  }
  const known = new Map<string, AgentSession>();
  for (const change of changes) if (change.at <= at) known.set(change.session.key, change.session);
  const living = [...known.values()].filter(({ state }) => state !== 'ended').sort(bySessionQueue);
  if (living.length === 0) return undefined;
  const sessions = living.slice(0, MAX_SHOWN_SESSIONS);
  return {
    audience,
    counts: countSessions(living.map(({ state }) => state)),
    sessions,
    more: living.length - sessions.length,
  };
}
