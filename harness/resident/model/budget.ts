import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { DAY_MS } from '../../../data/core/time.ts';

/** What the model may use a day; `Infinity` for no limit. */
export interface BudgetLimits {
  readonly tokens: number;
  readonly seconds: number;
  /** In the currency of the prices. */
  readonly money: number;
  /** Prices of a million tokens. */
  readonly prices: { readonly read: number; readonly written: number };
}

export interface Usage {
  readonly read: number;
  readonly written: number;
  readonly seconds: number;
}

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** The file of the budget: what was used on one day. */
const usageFile = v.object({ day: v.string(), tokens: amount, seconds: amount, money: amount });
type DayUsage = v.InferOutput<typeof usageFile>;

const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');

/** The limits as the terminal shows them; `no limit` without one. */
export function limitsText({ tokens, seconds, money }: BudgetLimits): string {
  const parts = [
    ...(tokens < Infinity ? [`${grouped(tokens)} tokens`] : []),
    ...(money < Infinity ? [`${money} of money`] : []),
    ...(seconds < Infinity ? [`${grouped(seconds)} seconds`] : []),
  ];
  return parts.length === 0 ? 'no limit' : `at most ${parts.join(', ')} a day`;
}

/**
 * What the model has used today (UTC). It is kept in a file, so that a restart does not fill it
 * again and `home-world think` counts into the same one.
 */
export class Budget {
  readonly #file: string;
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  /** Counts on if the file cannot be written: a full disk must not lift the limits. */
  #known: DayUsage;

  constructor(file: string, limits: BudgetLimits, now: () => number = Date.now) {
    this.#file = file;
    this.#limits = limits;
    this.#now = now;
    this.#known = this.#empty();
  }

  /** Why nothing is left, as a sentence; undefined while something is. */
  spent(): string | undefined {
    const { tokens, seconds, money } = this.#today();
    const { tokens: maxTokens, seconds: maxSeconds, money: maxMoney } = this.#limits;
    const parts = [
      ...(tokens >= maxTokens ? [`${grouped(maxTokens)} tokens`] : []),
      ...(money >= maxMoney ? [`${maxMoney} of money`] : []),
      ...(seconds >= maxSeconds ? [`${grouped(maxSeconds)} seconds`] : []),
    ];
    if (parts.length === 0) return undefined;
    return `The model has used its budget of today (${parts.join(', ')}); it answers again from 00:00 UTC, or when the owner raises the limit.`;
  }

  /** Adds what one request used. */
  spend({ read, written, seconds }: Usage): void {
    const { prices } = this.#limits;
    const today = this.#today();
    this.#known = {
      day: today.day,
      tokens: today.tokens + read + written,
      seconds: today.seconds + seconds,
      money: today.money + (read * prices.read + written * prices.written) / 1_000_000,
    };
    try {
      // Written beside and renamed: a process that is killed leaves a whole file.
      const beside = `${this.#file}.${process.pid}.new`;
      writeFileSync(beside, `${JSON.stringify(this.#known)}\n`);
      renameSync(beside, this.#file);
    } catch {
      // The count in memory holds until the disk has room again.
    }
  }

  #empty(): DayUsage {
    const day = new Date(Math.floor(this.#now() / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
    return { day, tokens: 0, seconds: 0, money: 0 };
  }

  /** Today's usage: the larger of what the file and this process know. */
  #today(): DayUsage {
    const empty = this.#empty();
    const known = this.#known.day === empty.day ? this.#known : empty;
    const stored = this.#stored();
    if (stored?.day !== empty.day) return known;
    return {
      day: empty.day,
      tokens: Math.max(stored.tokens, known.tokens),
      seconds: Math.max(stored.seconds, known.seconds),
      money: Math.max(stored.money, known.money),
    };
  }

  #stored(): DayUsage | undefined {
    try {
      const parsed = v.safeParse(usageFile, JSON.parse(readFileSync(this.#file, 'utf8')));
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }
}
