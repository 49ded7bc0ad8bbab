import type { AgentSession } from '../readings/schemas/agent-sessions.ts';
import type { AgentDay } from './agent-day.ts';

/** A time in which a session waited for its owner. */
export interface DayWait {
  readonly from: number;
  /** Null if it waits on at the end of the day. */
  readonly until: number | null;
  readonly needs: NonNullable<AgentSession['needs']> | null;
  /** The last report of it in this wait. */
  readonly session: AgentSession;
}

/** What a session did in a day. */
export interface DaySession {
  readonly key: string;
  /** Its last state of the day, with its last name. */
  readonly last: AgentSession;
  /** Null if the session was there before the day. */
  readonly began: number | null;
  /** Null if the session was there after the day. */
  readonly ended: number | null;
  readonly tasks: readonly string[];
  readonly atWorkMs: number;
  readonly waits: readonly DayWait[];
  readonly failures: readonly { readonly at: number; readonly session: AgentSession }[];
  /** When it was done; null if it was not, or went on afterwards. */
  readonly doneAt: number | null;
  /** Its last state before its end. */
  readonly lastState: AgentSession['state'];
  /** The tool calls of the day. */
  readonly tools: number;
}

type Change = AgentDay['changes'][number];

const isAtWork = ({ state }: AgentSession): boolean => state === 'working' || state === 'thinking';

function sessionOf(changes: readonly [Change, ...Change[]], begin: number, until: number): DaySession {
  const [first] = changes;
  const last = changes.at(-1) ?? first;
  const wasThere = first.at <= begin;
  const tasks = new Set<string>();
  const waits: DayWait[] = [];
  const failures: { at: number; session: AgentSession }[] = [];
  let atWorkMs = 0;
  let doneAt: number | null = null;
  for (const [index, { at, session }] of changes.entries()) {
    const before = changes[index - 1]?.session;
    const end = changes[index + 1]?.at ?? null;
    if (session.task !== undefined) tasks.add(session.task);
    if (isAtWork(session)) atWorkMs += (end ?? until) - at;
    // A session that was there in this state began it before the day.
    const isOld = index === 0 && wasThere && session.since < begin;
    if (session.state === 'failed' && before?.state !== 'failed' && !isOld) failures.push({ at, session });
    if (session.state === 'done') doneAt ??= isOld ? session.since : at;
    else if (session.state !== 'ended') doneAt = null;
    if (session.state !== 'waiting') continue;
    const wait = { until: end, needs: session.needs ?? null, session };
    // A wait goes on over changes of other fields; another wait has another beginning.
    const goesOn = before?.state === 'waiting' && before.since === session.since;
    const open = goesOn ? waits.pop() : undefined;
    waits.push({ ...wait, from: open?.from ?? at });
  }
  const hasEnded = last.session.state === 'ended';
  return {
    key: first.session.key,
    last: last.session,
    began: wasThere ? null : first.at,
    ended: hasEnded ? last.at : null,
    tasks: [...tasks],
    atWorkMs,
    waits,
    failures,
    doneAt,
    lastState: changes.findLast(({ session }) => session.state !== 'ended')?.session.state ?? 'ended',
    tools: Math.max(0, last.session.tools - (wasThere ? first.session.tools : 0)),
  };
}

/**
 * What each session did in a day, in the order in which they came. A session that has ended and reports again
 * is told twice.
 */
export function daySessions({ changes, from, until, knownSince }: AgentDay): DaySession[] {
  const groups: [Change, ...Change[]][] = [];
  const open = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const { key, state } = change.session;
    const group = open.get(key);
    if (group) group.push(change);
    else {
      const begun: [Change, ...Change[]] = [change];
      open.set(key, begun);
      groups.push(begun);
    }
    if (state === 'ended') open.delete(key);
  }
  const begin = Math.max(from, knownSince ?? from);
  return groups.map((group) => sessionOf(group, begin, until));
}
