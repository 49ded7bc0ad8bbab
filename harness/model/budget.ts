import { DAY_MS } from '../../data/core/time.ts';
import { type DayUsage, UsageFile } from './usage-file.ts';

/** What the model may use a day; `Infinity` for no limit. */
export interface BudgetLimits {
  readonly tokens: number;
  readonly seconds: number;
  /** In the currency of the prices. */
  readonly money: number;
  /** Prices of a million tokens. */
  readonly prices: { readonly read: number; readonly written: number };
}

interface Usage {
  readonly read: number;
  readonly written: number;
  readonly seconds: number;
}

type Amounts = Omit<DayUsage, 'day' | 'isLost'>;

const NOTHING: Amounts = { tokens: 0, seconds: 0, money: 0 };

const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Combines two sets of amounts, field by field: to the sum, or to the larger one. */
const join =
  (each: (one: number, other: number) => number) =>
  (one: Amounts, other: Amounts): Amounts => ({
    tokens: each(one.tokens, other.tokens),
    seconds: each(one.seconds, other.seconds),
    money: each(one.money, other.money),
  });
const sumOf = join((one, other) => one + other);
const largerOf = join(Math.max);

/** The limits as the terminal shows them; `no limit` without one. */
export function limitsText({ tokens, seconds, money }: BudgetLimits): string {
  const parts = [
    ...(tokens < Infinity ? [`${grouped(tokens)} tokens`] : []),
    ...(money < Infinity ? [`${money} of money`] : []),
    ...(seconds < Infinity ? [`${grouped(seconds)} seconds`] : []),
  ];
  return parts.length === 0 ? 'no limit' : `at most ${parts.join(', ')} a day`;
}

interface Outside {
  readonly now?: () => number;
  /** Informs the owner that the count was lost. */
  readonly log?: (line: string) => void;
}

/**
 * What the model has used today (UTC). The count is kept in a file, so that it survives a restart and
 * `home-world think` adds to the same count. If the file is damaged and this process does not know today’s
 * count either, the budget counts as spent: the owner’s limits hold in any case.
 */
export class Budget {
  readonly #file: UsageFile;
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #log: (line: string) => void;
  /**
   * Today's usage in memory. It continues to count if the file cannot be written: a full disk must not lift
   * the limits.
   */
  #known: DayUsage | undefined;
  /** Whether the file says that the count is lost. By deleting the file, the owner lets the model answer. */
  #lossIsStored = false;
  #lossIsTold = false;
  /** The most that each answer which is being written may still use. */
  readonly #running = new Set<Amounts>();

  constructor(file: string, limits: BudgetLimits, { now = Date.now, log = () => undefined }: Outside = {}) {
    this.#file = new UsageFile(file);
    this.#limits = limits;
    this.#now = now;
    this.#log = log;
  }

  /** What is used today, and the limits of a day. */
  get amounts(): { readonly today: Amounts; readonly limits: Amounts } {
    const of = ({ tokens, seconds, money }: Amounts): Amounts => ({ tokens, seconds, money });
    return { today: of(this.#today()), limits: of(this.#limits) };
  }

  /**
   * Why nothing is left, as a sentence; undefined if something is left. Many questions at once must not pass
   * a limit together, so the answers that are being written count too.
   * @param own The reservation of the answer that asks, which is not counted.
   */
  spent(own?: Amounts): string | undefined {
    const today = this.#today();
    if (today.isLost === true)
      return `The home lost count of what the model has used today; it answers again from 00:00 UTC, or when the owner deletes ${this.#file.name}.`;
    const parts = this.#over(today);
    if (parts.length > 0)
      return `The model has used its budget of today (${parts.join(', ')}); it answers again from 00:00 UTC, or when the owner raises the limit.`;
    const running = [...this.#running].filter((one) => one !== own);
    if (this.#over(running.reduce(sumOf, today)).length === 0) return undefined;
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
    this.#save({ ...today, ...sumOf(today, this.#amountsOf(usage)) });
  }

  /** The part of the day's limits that this uses, from 0 to 1: the largest of tokens, seconds and money. */
  partOfDay(usage: Usage): number {
    const { tokens, seconds, money } = this.#amountsOf(usage);
    const limits = this.#limits;
    return Math.max(tokens / limits.tokens, seconds / limits.seconds, money / limits.money);
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

  get #hasLimit(): boolean {
    const { tokens, seconds, money } = this.#limits;
    return Math.min(tokens, seconds, money) < Infinity;
  }

  /** Today's usage: the larger of what the file and this process know. */
  #today(): DayUsage {
    const day = this.#day();
    const stored = this.#file.read();
    if (stored === 'damaged') return this.#lose(day);
    if (stored === undefined && this.#lossIsStored) this.#known = undefined;
    const counted = [this.#known ?? [], stored ?? []].flat().filter((one) => one.day >= day);
    const isLost = counted.some((one) => one.isLost === true && one.day === day);
    const today: DayUsage = {
      day,
      ...counted.reduce<Amounts>(largerOf, NOTHING),
      ...(isLost ? { isLost } : {}),
    };
    this.#lossIsStored = stored?.isLost === true;
    // After the clock was set back, the usage counts for the day that the clock shows now.
    if (counted.some((one) => one.day > day)) this.#save(today);
    this.#known = today;
    return today;
  }

  /** Keeps a damaged file for the owner, and continues with what is known of today. */
  #lose(day: string): DayUsage {
    const known = this.#known && this.#known.day >= day ? { ...this.#known, day } : undefined;
    // A file of an earlier day says that nothing was used today.
    const isLost = !known && this.#hasLimit && !this.#file.isOlderThan(Date.parse(day));
    const usage: DayUsage = known ?? { day, ...NOTHING, ...(isLost ? { isLost } : {}) };
    const isKept = this.#file.setAside();
    this.#lossIsStored = this.#save(usage) && isLost;
    if (isKept || !this.#lossIsTold) this.#tellOfLoss(isKept, usage.isLost === true);
    return usage;
  }

  #tellOfLoss(isKept: boolean, isLost: boolean): void {
    this.#lossIsTold = true;
    const { name } = this.#file;
    const kept = isKept ? `is kept as ${name}.damaged` : 'stays where it is';
    const next = isLost
      ? `The model answers again from 00:00 UTC; to let it answer now, delete ${name}.`
      : 'The count goes on from what the home knows.';
    this.#log(`${name}, the count of what the model has used today, cannot be read, and ${kept}. ${next}`);
  }

  #save(usage: DayUsage): boolean {
    this.#known = usage;
    return this.#file.write(usage);
  }
}
