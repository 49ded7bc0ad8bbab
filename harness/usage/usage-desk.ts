import { errorMessage } from '../../data/core/text.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import {
  type UsageAnswer,
  type UsageLimit,
  type UsageRow,
  type UsageSession,
  totalOf,
} from '../../data/usage/usage.ts';
import { sessionKey, sessionOf } from '../agent-sessions/session-record.ts';
import type { SentCounter, SentRequest } from './otlp.ts';
import type { StatusLine } from './status-line.ts';
import type { StoredSpending, StoredUsage, Taken, UsageStore } from './usage-store.ts';

const NANOS = 1e9;
/** Two limits of a program that end within this time are the same limit of one account, seen on two machines. */
const SAME_END_MS = 5 * MINUTE_MS;
/** The parts of the budget, in percent, at which the owner is told. */
const TOLD_AT = [100, 80] as const;

/** The budget of a day, and what of it is used. */
export interface DayBudget {
  readonly day: string;
  readonly dollars: number;
  readonly spent: number;
  /** The highest part of the budget that was reached, of those at which the owner is told; 0 for none. */
  readonly reached: 0 | (typeof TOLD_AT)[number];
}

interface DeskOptions {
  readonly store: UsageStore;
  /** The budget of a day in dollars; 0 for none. */
  readonly dailyDollars: number;
  /** What the home knows of a session, by the id of its record. */
  readonly known: (id: string) => { readonly name: string; readonly folder?: string | undefined } | undefined;
  readonly warn: (line: string) => void;
}

type Spending = Pick<UsageRow, 'tokens' | 'dollars' | 'unpriced' | 'sources' | 'updatedAt'>;

/** The sum of what is stored. Money is added as whole billionths of a dollar. */
function sumOf(parts: readonly StoredSpending[]): Spending {
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let nanos: number | undefined;
  let [unpriced, updatedAt] = [0, 0];
  for (const part of parts) {
    tokens.input += part.tokens.input;
    tokens.output += part.tokens.output;
    tokens.cacheRead += part.tokens.cacheRead;
    tokens.cacheWrite += part.tokens.cacheWrite;
    if (part.nanos !== undefined) nanos = (nanos ?? 0) + part.nanos;
    unpriced += part.unpriced;
    updatedAt = Math.max(updatedAt, part.updatedAt);
  }
  const sources = [...new Set(parts.flatMap((part) => part.sources))];
  return { tokens, dollars: nanos === undefined ? null : nanos / NANOS, unpriced, sources, updatedAt };
}

/** Groups a list by a text. */
function groups<T>(list: readonly T[], by: (one: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const one of list) {
    const key = by(one);
    const group = found.get(key);
    if (group) group.push(one);
    else found.set(key, [one]);
  }
  return [...found.values()];
}

/** The limits without those that another machine knows better. The list begins with the newest. */
const ownLimits = (limits: readonly UsageLimit[]): UsageLimit[] =>
  limits.filter(
    (limit, index) =>
      !limits
        .slice(0, index)
        .some(
          ({ harness, window, resetsAt }) =>
            harness === limit.harness &&
            window === limit.window &&
            Math.abs(resetsAt - limit.resetsAt) <= SAME_END_MS,
        ),
  );

/** What the owner’s coding agents have used: takes what their programs send, and answers the owner. */
export class UsageDesk {
  readonly #options: DeskOptions;
  readonly #timer: NodeJS.Timeout;
  #budget: DayBudget | undefined;
  #isLost = false;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.maintain(), MINUTE_MS);
    this.#timer.unref();
    this.#readBudget();
  }

  /** The budget of today; undefined if the owner has set none. */
  get budget(): DayBudget | undefined {
    return this.#budget;
  }

  /** Throws if it cannot be stored. */
  takeRequests(records: readonly SentRequest[], sender: string): Taken {
    return this.#changed(() => this.#options.store.takeRequests(records, sender));
  }

  takeCounters(points: readonly SentCounter[], sender: string): Taken {
    return this.#changed(() => this.#options.store.takeCounters(points, sender));
  }

  /** Returns why it was refused; empty if it was not. */
  takeStatusLine(status: StatusLine, sender: string): string {
    return this.#changed(() => this.#options.store.takeStatusLine(status, sender));
  }

  /** What the owner may read of the last days, today included. */
  answer(days: number): UsageAnswer {
    const { store, known } = this.#options;
    const usage = store.usage(store.dayBefore(days - 1));
    const folders = new Map<string, string | undefined>();
    const folderOf = ({ session, folder }: StoredUsage): string | undefined => {
      if (folder !== undefined) return folder;
      if (!folders.has(session)) folders.set(session, known(session)?.folder);
      return folders.get(session);
    };
    const keyOf = (one: StoredUsage): string =>
      JSON.stringify([one.day, sessionOf(one.session).harness, one.model, folderOf(one)]);
    const rows = groups(usage, keyOf).map((group): UsageRow => {
      const [first] = group as [StoredUsage, ...StoredUsage[]];
      const folder = folderOf(first);
      const { harness } = sessionOf(first.session);
      const { day, model } = first;
      return { day, harness, model, ...(folder !== undefined && { folder }), ...sumOf(group) };
    });
    const budget = this.#budget;
    return {
      now: store.now(),
      today: store.dayBefore(0),
      timeZone: store.timeZone,
      days,
      rows,
      sessions: this.#sessions(usage),
      limits: ownLimits(store.limits()),
      ...(budget && { budget: { dollars: budget.dollars, spent: budget.spent } }),
    };
  }

  /** Called once a minute: deletes what is too old, and begins the budget of a new day. */
  maintain(): void {
    try {
      this.#options.store.maintain();
      this.#readBudget();
      this.#isLost = false;
    } catch (error) {
      if (!this.#isLost) this.#options.warn(`the usage could not be stored: ${errorMessage(error)}`);
      this.#isLost = true;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #readBudget(): void {
    const { store, dailyDollars: dollars } = this.#options;
    if (dollars <= 0) return;
    const day = store.dayBefore(0);
    const spent = store.nanosOf(day) / NANOS;
    const reached = TOLD_AT.find((part) => spent >= (dollars * part) / 100) ?? 0;
    // What was told is not taken back on the same day.
    const least = this.#budget?.day === day ? this.#budget.reached : 0;
    this.#budget = { day, dollars, spent, reached: reached > least ? reached : least };
  }

  #changed<T>(take: () => T): T {
    const taken = take();
    this.#readBudget();
    return taken;
  }

  #sessions(usage: readonly StoredUsage[]): UsageSession[] {
    const { store, known } = this.#options;
    const bySession = new Map(
      groups(usage, ({ session }) => session).map((group) => [group[0]?.session, group]),
    );
    return store.sessions().flatMap((one): UsageSession[] => {
      const parts = bySession.get(one.session);
      if (!parts && !one.context) return [];
      const { harness } = sessionOf(one.session);
      const most = (parts ?? []).toSorted((a, b) => totalOf(b.tokens) - totalOf(a.tokens))[0];
      const sum = sumOf(parts ?? []);
      return [
        {
          key: sessionKey(one.session),
          name: known(one.session)?.name ?? one.folder ?? harness,
          harness,
          model: one.model || (most?.model ?? ''),
          ...(one.context && { context: one.context }),
          ...sum,
          updatedAt: one.updatedAt,
        },
      ];
    });
  }
}
