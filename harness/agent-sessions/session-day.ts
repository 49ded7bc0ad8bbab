import { type AgentDay, MAX_DAY_CHANGES } from '../../data/day/agent-day.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import { type AgentSession, countSessions } from '../../data/readings/schemas/agent-sessions.ts';
import type { PastSpan } from './session-past.ts';
import { type SessionRecord, sessionKey, stateOf } from './session-record.ts';
import type { SessionStore } from './session-store.ts';
import { type Reader, shownSession } from './session-view.ts';

/** A session at work is told again after this time, so that its figures are not older. */
const FIGURES_MS = 10 * MINUTE_MS;

/** The part of a day that is read from the stored sessions. */
export type ToldDay = Pick<AgentDay, 'from' | 'until' | 'audience' | 'isCut' | 'changes' | 'counts'>;

/** `thinking` and `working` alternate every few seconds: in a day both are work. */
const calm = <State extends AgentSession['state']>(state: State): State | 'working' =>
  state === 'thinking' ? 'working' : state;

/**
 * A session as a day tells it. What a session at work does changes every few seconds, so only a session that
 * waits or has failed keeps it.
 */
function toldSession({ step, tool, target, agents, ...session }: AgentSession): AgentSession {
  const state = calm(session.state);
  const keeps = state === 'waiting' || state === 'failed';
  return {
    ...session,
    state,
    ...(keeps && step !== undefined && { step }),
    ...(keeps && tool !== undefined && { tool }),
    ...(keeps && target !== undefined && { target }),
    agents: agents.map((agent) => ({ ...agent, state: calm(agent.state) })),
  };
}

/** What makes a change, as a text to compare. */
function textOf(told: AgentSession): string {
  const { tools: _tools, files: _files, updatedAt: _updatedAt, ...rest } = told;
  return JSON.stringify(rest);
}

/** Collects the changes of a day, the oldest first. */
class DayTeller {
  readonly changes: AgentDay['changes'] = [];
  readonly counts: AgentDay['counts'] = [];
  /** By the key of the session. */
  readonly #told = new Map<
    string,
    { readonly session: AgentSession; readonly text: string; readonly at: number }
  >();
  #counted = JSON.stringify(countSessions([]));

  get isFull(): boolean {
    return Math.max(this.changes.length, this.counts.length) >= MAX_DAY_CHANGES;
  }

  /** `isLast`: what comes later is not told, so the figures have to be the present ones. */
  see(at: number, seen: AgentSession, isLast = false): void {
    const session = toldSession(seen);
    const last = this.#told.get(session.key);
    const text = textOf(session);
    const isDue = isLast || (last && at - last.at >= FIGURES_MS);
    const hasOldFigures = isDue && session.tools !== last?.session.tools;
    if (this.isFull || (last?.text === text && !hasOldFigures)) return;
    this.#told.set(session.key, { session, text, at });
    this.changes.push({ at, session });
  }

  /** `figures`: those of the report of its end, if there was one. */
  gone(at: number, key: string, figures?: Pick<AgentSession, 'tools' | 'files'>): void {
    const last = this.#told.get(key);
    if (!last || this.isFull) return;
    this.#told.delete(key);
    const { needs: _needs, step: _step, tool: _tool, target: _target, ...session } = last.session;
    this.changes.push({
      at,
      session: { ...session, ...figures, state: 'ended', agents: [], moreAgents: 0, since: at },
    });
  }

  /** Ends the sessions that are not among these. */
  only(at: number, keys: ReadonlySet<string>): void {
    for (const key of this.#told.keys()) if (!keys.has(key)) this.gone(at, key);
  }

  count(at: number, states: readonly AgentSession['state'][]): void {
    const counts = countSessions(states);
    const text = JSON.stringify(counts);
    if (text === this.#counted || this.isFull) return;
    this.#counted = text;
    this.counts.push({ at, counts, more: states.length });
  }
}

/** The first whole minute at or after a moment. */
const minuteFrom = (at: number): number => Math.ceil(at / MINUTE_MS) * MINUTE_MS;

/** Tells a day from the stored sessions, as a reader may see them. */
class PastDay {
  readonly #teller = new DayTeller();
  readonly #records = new Map<string, SessionRecord>();
  readonly #reader: Reader;
  readonly #from: number;
  #minute: number;
  /** The end of the last span. */
  #end = 0;

  constructor(reader: Reader, from: number) {
    this.#reader = reader;
    this.#from = from;
    this.#minute = minuteFrom(from);
  }

  /** Returns whether there is room for more. */
  add({ at, until, changes }: PastSpan): boolean {
    // The sessions at the beginning are told first, before other changes of the same moment.
    const first = changes.findIndex((change) => change.at > Math.max(at, this.#from));
    const there = first < 0 ? changes : changes.slice(0, first);
    this.#records.clear();
    for (const change of there) this.#take(change);
    this.#tellAll(Math.max(at, this.#from));
    for (const change of first < 0 ? [] : changes.slice(first)) {
      this.#tellMinutes(change.at);
      this.#take(change);
      this.#tell(change.at, change.id);
      if (this.#teller.isFull) return false;
    }
    this.#tellMinutes(until);
    this.#end = until;
    return !this.#teller.isFull;
  }

  answer(until: number): ToldDay {
    if (this.#reader !== 'counts' && this.#end === until) this.#tellAll(until, true);
    const { changes, counts, isFull } = this.#teller;
    const last = changes.at(-1) ?? counts.at(-1);
    const audience = this.#reader === 'owner' ? 'all' : this.#reader;
    return {
      from: this.#from,
      until: isFull && last ? last.at : until,
      audience,
      isCut: isFull,
      changes,
      counts,
    };
  }

  #take({ id, record }: PastSpan['changes'][number]): void {
    if (record) this.#records.set(id, record);
    else this.#records.delete(id);
  }

  /** Sessions fall silent and end without a report, so all of them are looked at in each minute. */
  #tellMinutes(until: number): void {
    for (; this.#minute <= until; this.#minute += MINUTE_MS) this.#tellAll(this.#minute);
  }

  #living(at: number): SessionRecord[] {
    return [...this.#records.values()].filter((record) => stateOf(record, at).state !== 'ended');
  }

  #tellAll(at: number, isLast = false): void {
    const living = this.#living(at);
    if (this.#reader === 'counts') return this.#count(at, living);
    const shown = living.map((record) => shownSession(record, this.#reader, at));
    this.#teller.only(at, new Set(shown.map(({ key }) => key)));
    for (const session of shown) this.#teller.see(at, session, isLast);
  }

  #tell(at: number, id: string): void {
    const record = this.#records.get(id);
    if (record?.ended)
      this.#teller.gone(at, sessionKey(id), { tools: record.tools, files: record.files.length });
    if (this.#reader === 'counts' || !record || stateOf(record, at).state === 'ended')
      return this.#tellAll(at);
    this.#teller.see(at, shownSession(record, this.#reader, at));
  }

  #count(at: number, living: readonly SessionRecord[]): void {
    this.#teller.count(
      at,
      living.map((record) => stateOf(record, at).state),
    );
  }
}

/** A time as a reader may see it, from the spans of the past. */
export function dayOf(spans: Iterable<PastSpan>, reader: Reader, from: number, until: number): ToldDay {
  const day = new PastDay(reader, from);
  if (reader !== 'nothing') for (const span of spans) if (!day.add(span)) break;
  return day.answer(until);
}

/** A time of a store as a reader may see it, with the asks for the owner alone. Throws if it cannot be read. */
export const storedDay = (
  store: SessionStore,
  reader: Reader,
  from: number,
  until: number,
  told = dayOf(store.past.spans(from, until), reader, from, until),
): AgentDay => ({
  ...told,
  knownSince: reader === 'nothing' ? null : (store.past.since() ?? null),
  asks: reader === 'owner' ? store.asks(from, until) : [],
});
