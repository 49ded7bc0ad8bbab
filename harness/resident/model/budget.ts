import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { DAY_MS } from '../../../data/core/time.ts';
import { replaceFile } from '../../replace-file.ts';

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
type Amounts = Omit<DayUsage, 'day'>;

const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');

const sumOf = (one: Amounts, other: Amounts): Amounts => ({
  tokens: one.tokens + other.tokens,
  seconds: one.seconds + other.seconds,
  money: one.money + other.money,
});

const largerOf = (one: Amounts, other: Amounts): Amounts => ({
  tokens: Math.max(one.tokens, other.tokens),
  seconds: Math.max(one.seconds, other.seconds),
  money: Math.max(one.money, other.money),
});

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
  /** The most that each answer which is being written may still use. */
  readonly #running = new Set<Amounts>();

  constructor(file: string, limits: BudgetLimits, now: () => number = Date.now) {
    this.#file = file;
    this.#limits = limits;
    this.#now = now;
    this.#known = { day: this.#day(), tokens: 0, seconds: 0, money: 0 };
  }

  /**
   * Why nothing is left, as a sentence; undefined while something is. Many questions at once must not
   * pass a limit together, so the answers that are being written count too.
   * @param own The answer that asks.
   */
  spent(own?: Amounts): string | undefined {
    const today = this.#today();
    const parts = this.#over(today);
    if (parts.length > 0)
      return `The model has used its budget of today (${parts.join(', ')}); it answers again from 00:00 UTC, or when the owner raises the limit.`;
    const running = [...this.#running].filter((one) => one !== own);
    if (this.#over([today, ...running].reduce(sumOf)).length === 0) return undefined;
    return 'The answers that the model is writing now may use the rest of its budget of today: ask again in a minute.';
  }

  /** Counts the most that an answer may use until `release`. */
  reserve(most: Usage): Amounts {
    const amounts = this.#amountsOf(most);
    this.#running.add(amounts);
    return amounts;
  }

  release(reserved: Amounts): void {
    this.#running.delete(reserved);
  }

  /** Adds what one request used. */
  spend(usage: Usage): void {
    const today = this.#today();
    this.#save({ day: today.day, ...sumOf(today, this.#amountsOf(usage)) });
  }

  #day(): string {
    return new Date(Math.floor(this.#now() / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  }

  #amountsOf({ read, written, seconds }: Usage): Amounts {
    const { prices } = this.#limits;
    const money = (read * prices.read + written * prices.written) / 1_000_000;
    return { tokens: read + written, seconds, money };
  }

  /** The limits that these amounts reach. */
  #over({ tokens, seconds, money }: Amounts): string[] {
    const { tokens: maxTokens, seconds: maxSeconds, money: maxMoney } = this.#limits;
    return [
      ...(tokens >= maxTokens ? [`${grouped(maxTokens)} tokens`] : []),
      ...(money >= maxMoney ? [`${maxMoney} of money`] : []),
      ...(seconds >= maxSeconds ? [`${grouped(maxSeconds)} seconds`] : []),
    ];
  }

  /** Today's usage: the larger of what the file and this process know. */
  #today(): DayUsage {
    const day = this.#day();
    const stored = this.#stored();
    const counted = [this.#known, ...(stored ? [stored] : [])].filter((one) => one.day >= day);
    const today = { day, ...counted.reduce(largerOf, { tokens: 0, seconds: 0, money: 0 }) };
    // After a clock was set back, what was used counts for the day that it shows now.
    if (counted.some((one) => one.day > day)) this.#save(today);
    return today;
  }

  #save(usage: DayUsage): void {
    this.#known = usage;
    try {
      replaceFile(this.#file, `${JSON.stringify(usage)}\n`);
    } catch {
      // The count in memory holds until the disk has room again.
    }
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
