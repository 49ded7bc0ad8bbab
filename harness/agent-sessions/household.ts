import * as v from 'valibot';
import { errorMessage } from '../../data/core/text.ts';
import { NO_SESSIONS, RECORDED_SESSIONS } from '../../data/readings/sources/sessions.ts';
import { type Origin, type Reading, originOf } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type {
  AgentSession,
  AgentSessions,
  SessionAudience,
} from '../../data/readings/schemas/agent-sessions.ts';
import type { AgentDay } from '../../data/day/agent-day.ts';
import type { Bus, Stop } from '../bus/bus.ts';
import {
  type SessionRecord,
  nextRecord,
  recordId,
  sessionKey,
  sessionOf,
  stateOf,
  waitsOfAsk,
  withoutAsks,
} from './session-record.ts';
import { type SessionReport, sentReport } from './session-report.ts';
import { type ToldDay, dayOf, storedDay } from './session-day.ts';
import { MAX_SESSIONS, type SessionStore } from './session-store.ts';
import { type Reader, nameOf, numbersOf, viewOf } from './session-view.ts';

/** The bus subject of the reports that go to the other gateways of a world. */
const SUBJECT = 'agent-sessions';
const MAINTAIN_MS = 60_000;
/** Pages are told of changes at most this often. */
const ANNOUNCE_EVERY_MS = 2_000;
/** A day of ten busy agents takes a fifth of a second to read, and many visitors may look at the same one. */
const MAX_REMEMBERED_DAYS = 8;
/** How often a demo checks whether its recorded sessions have changed. */
const REPLAY_EVERY_MS = 5_000;

export interface LivingSession extends AgentSession {
  /** Whether its program was only opened. */
  readonly isFresh?: boolean;
}

/** The body of `/api/sessions.json`. */
interface SessionsAnswer {
  readonly sessions: AgentSessions | null;
  readonly recorded?: true;
}

interface HouseholdOptions {
  readonly store: SessionStore;
  /** The state of the home: it gets what visitors may see. */
  readonly readings: Pick<ReadingsState['readings'], 'sessions'>;
  readonly visitorsSee: SessionAudience;
  /** The recorded sessions of a demo, which are shown while there are no others. */
  readonly recordedAt?: ((now: number) => AgentSessions) | undefined;
  /** The same as a day, which is shown while no session is stored for the day. */
  readonly recordedDay?: ((from: number, until: number) => AgentDay) | undefined;
  readonly now: () => number;
  readonly bus?: Bus | undefined;
  readonly log: (line: string, level?: 'error') => void;
  /**
   * Called after reports that programs sent to this gateway, and when the replay of a demo has changed; at
   * most every two seconds.
   */
  readonly onChange: () => void;
  /** Called with each report, also with the reports of other gateways. */
  readonly onReport?: (report: SessionReport, sender: string) => void;
}

/**
 * The sessions of the owner's coding agents. Takes the agents' reports, stores the sessions, and decides who
 * may see what. The sessions survive a restart, even if the process is killed at any moment.
 */
export class Household {
  readonly #options: HouseholdOptions;
  readonly #records = new Map<string, SessionRecord>();
  readonly #origin: Origin;
  readonly #timer: NodeJS.Timeout;
  #replay: NodeJS.Timeout | undefined;
  readonly #unsubscribe: Stop | undefined;
  readonly #listeners = new Set<() => void>();
  /** Days that were read last. */
  readonly #days = new Map<string, ToldDay>();
  #isLost = false;
  #announcing: NodeJS.Timeout | undefined;
  #hasNews = false;

  constructor(options: HouseholdOptions) {
    this.#options = options;
    const { store, bus, readings, recordedAt } = options;
    this.#origin = originOf(readings.sessions.get());
    const known = store.records().sort((one, other) => one.began - other.began);
    for (const record of known) this.#records.set(record.id, withoutAsks(record));
    this.#keep(() => store.begin([...this.#records.values()], options.now()));
    this.#unsubscribe = bus?.subscribe(SUBJECT, (text) => this.#receive(text));
    this.#timer = setInterval(() => this.#maintain(), MAINTAIN_MS);
    this.#timer.unref();
    if (recordedAt) this.#replay = setInterval(() => this.#showReplay(), REPLAY_EVERY_MS).unref();
    this.#show();
  }

  /**
   * Takes a report of a program; the other gateways of the world get it, too. Returns the pseudonym and the
   * state of the session.
   * @param sender The name of the key that sent it; empty for the token of the home.
   */
  report(report: SessionReport, sender = ''): Pick<AgentSession, 'key' | 'state'> {
    this.#options.bus?.publish(SUBJECT, JSON.stringify({ ...report, sender }));
    const record = this.#take(report, sender);
    if (this.#options.visitorsSee !== 'nothing') this.#announce();
    return { key: sessionKey(record.id), state: stateOf(record, this.#options.now()).state };
  }

  /** Takes a report about the end of an ask, if its agent waits only because of an ask. */
  endWait(report: SessionReport, sender: string): void {
    const record = this.#records.get(recordId(report));
    if (record && waitsOfAsk(record, report)) this.report(report, sender);
  }

  /**
   * Ends a session on behalf of its owner, until its program reports again; the other gateways of the world
   * end it, too. Returns whether the session with this pseudonym is known.
   */
  end(key: string): boolean {
    const id = this.idOf(key);
    if (id === undefined) return false;
    this.report({ state: 'ended', session: sessionOf(id) }, this.#records.get(id)?.sender);
    return true;
  }

  /** The id of a session’s record, by its pseudonym; undefined if the session is not known. */
  idOf(key: string): string | undefined {
    return [...this.#records.keys()].find((id) => sessionKey(id) === key);
  }

  /** Whether the session of this record has ended, or is not known any more. */
  isOver(id: string): boolean {
    const record = this.#records.get(id);
    return record === undefined || stateOf(record, this.#options.now()).state === 'ended';
  }

  /** What a reader may see, and as much as a page shows; undefined if that is nothing. */
  view(reader: Reader): AgentSessions | undefined {
    return viewOf(this.#records.values(), reader, this.#options.now());
  }

  /** Every session that has not ended, as the owner sees it: also those that pages leave out. */
  living(): readonly LivingSession[] {
    const records = [...this.#records.values()];
    const fresh = new Set(records.filter(({ isFresh }) => isFresh).map(({ id }) => sessionKey(id)));
    const shown = viewOf(records, 'owner', this.#options.now(), Infinity)?.sessions ?? [];
    return shown.map((session) => ({ ...session, isFresh: fresh.has(session.key) }));
  }

  /** The sessions that one key reported; undefined if there are none. */
  sentBy(sender: string): AgentSessions | undefined {
    const own = [...this.#records.values()].filter((record) => (record.sender ?? '') === sender);
    return viewOf(own, 'owner', this.#options.now());
  }

  /**
   * The name of a session for its owner, by the id of its record; undefined if the session is not known, or
   * if another key reported it first.
   */
  nameOf(id: string, sender: string): string | undefined {
    const record = this.#records.get(id);
    return record && this.isOf(id, sender) ? nameOf(record, 'owner') : undefined;
  }

  /** What the owner sees of a session, also after its end; undefined if it is not known. */
  known(id: string): { readonly name: string; readonly folder: string | undefined } | undefined {
    const record = this.#records.get(id) ?? this.#stored(id);
    return record && { name: nameOf(record, 'owner'), folder: record.folder };
  }

  /**
   * Whether the session of this record may belong to a key: no other key reported it first. `sender` is the
   * name of the key.
   */
  isOf(id: string, sender: string): boolean {
    const record = this.#records.get(id) ?? this.#stored(id);
    return record === undefined || (record.sender ?? '') === sender;
  }

  /** What a reader gets to see: a demo has recorded sessions while it has no others. */
  answer(reader: Reader = this.#options.visitorsSee): SessionsAnswer {
    const { recordedAt, now } = this.#options;
    const sessions = this.view(reader);
    return !sessions && recordedAt
      ? { sessions: recordedAt(now()), recorded: true }
      : { sessions: sessions ?? null };
  }

  /**
   * A time as a reader may see it: what `answer` gave at each of its moments. Throws if the stored sessions cannot
   * be read.
   */
  day(from: number, until: number, reader: Reader = this.#options.visitorsSee): AgentDay {
    const { store, recordedDay, now } = this.#options;
    const end = Math.max(from, Math.min(until, now()));
    const told = this.#told(from, end, reader, until < now());
    if (recordedDay && told.changes.length + told.counts.length === 0) return recordedDay(from, end);
    return storedDay(store, reader, from, end, told);
  }

  /** Calls the listener after each report. Returns a function that removes the listener. */
  onReport(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#timer);
    clearInterval(this.#replay);
    clearTimeout(this.#announcing);
    this.#unsubscribe?.();
  }

  /** What the sessions did in a time. A time that is over is read once while it is asked for. */
  #told(from: number, until: number, reader: Reader, isOver: boolean): ToldDay {
    const key = JSON.stringify([from, until, reader]);
    const known = this.#days.get(key);
    if (known) return known;
    const told = dayOf(this.#options.store.past.spans(from, until), reader, from, until);
    if (!isOver) return told;
    this.#days.set(key, told);
    const [oldest] = this.#days.keys();
    if (this.#days.size > MAX_REMEMBERED_DAYS && oldest !== undefined) this.#days.delete(oldest);
    return told;
  }

  #take(report: SessionReport, sender: string): SessionRecord {
    const { store, now } = this.#options;
    const id = recordId(report);
    const before = this.#records.get(id) ?? this.#stored(id);
    const next = nextRecord(before, report, now());
    const others = [...this.#records.values()].filter(
      (other) => other.id !== id && stateOf(other, now()).state !== 'ended',
    );
    const record = { ...next, sender: before?.sender ?? sender, numbers: numbersOf(next, others) };
    this.#records.set(id, record);
    this.#keep(() => store.put(record));
    this.#limit();
    this.#show();
    for (const listener of this.#listeners) listener();
    this.#options.onReport?.(report, sender);
    return record;
  }

  /**
   * The stored record of a session that is no longer in memory; undefined if there is none, or if the store
   * fails.
   */
  #stored(id: string): SessionRecord | undefined {
    try {
      const record = this.#options.store.record(id);
      return record && withoutAsks(record);
    } catch {
      return undefined;
    }
  }

  /** Writes to the store. A failure is only logged: what is shown does not depend on the disk. */
  #keep(write: () => void): void {
    try {
      write();
      this.#isLost = false;
    } catch (error) {
      // Only the first failure is logged: with a full disk, each report would add a line to the log.
      if (!this.#isLost)
        this.#options.log(`the agent sessions could not be stored: ${errorMessage(error)}`, 'error');
      this.#isLost = true;
    }
  }

  /**
   * Removes one session if there are too many: the oldest that has ended, else the one that is silent the
   * longest.
   */
  #limit(): void {
    if (this.#records.size <= MAX_SESSIONS) return;
    const now = this.#options.now();
    const endedFirst = (record: SessionRecord): number => (stateOf(record, now).state === 'ended' ? 0 : 1);
    const [oldest] = [...this.#records.values()].sort(
      (one, other) => endedFirst(one) - endedFirst(other) || one.updatedAt - other.updatedAt,
    );
    if (!oldest) return;
    this.#records.delete(oldest.id);
    this.#keep(() => this.#options.store.drop(oldest.id, now));
  }

  /**
   * Takes a report from another gateway. Other programs may use the NATS server, so the report is checked
   * like any other report.
   */
  #receive(text: string): void {
    try {
      const sent = v.safeParse(sentReport, JSON.parse(text));
      if (sent.success) this.#take(sent.output, sent.output.sender);
    } catch {
      // It is not JSON.
    }
  }

  #maintain(): void {
    // Deletes only the sessions whose end was reported. Others may only seem to have ended, because the clock
    // has jumped.
    for (const [key, { ended }] of this.#records) if (ended) this.#records.delete(key);
    this.#keep(() => this.#options.store.maintain());
    this.#show();
  }

  /** Writes what visitors see into the state of the home. */
  #show(): void {
    const { readings, now } = this.#options;
    const before = readings.sessions.get();
    const { sessions: value, recorded } = this.answer();
    // While there is nothing to show, the reading stays as it is: a new time would tell visitors that a
    // report has come.
    if (!value && before.state === 'empty') return;
    const fetchedAt = now();
    const reading: Reading<AgentSessions> = value
      ? { ...(recorded ? RECORDED_SESSIONS : this.#origin), state: 'live', value, fetchedAt }
      : { ...this.#origin, state: 'empty', fetchedAt, cause: NO_SESSIONS };
    readings.sessions.set(reading);
  }

  /** Shows the recorded sessions of the present time, and tells the pages if they have changed. */
  #showReplay(): void {
    const { sessions } = this.#options.readings;
    const shown = (): string => JSON.stringify(sessions.get().value);
    const before = shown();
    this.#show();
    if (shown() !== before) this.#announce();
  }

  /** Tells the pages at once, and then at most once in two seconds. */
  #announce(): void {
    if (this.#announcing !== undefined) {
      this.#hasNews = true;
      return;
    }
    this.#options.onChange();
    this.#announcing = setTimeout(() => {
      this.#announcing = undefined;
      if (!this.#hasNews) return;
      this.#hasNews = false;
      this.#announce();
    }, ANNOUNCE_EVERY_MS);
    this.#announcing.unref();
  }
}
