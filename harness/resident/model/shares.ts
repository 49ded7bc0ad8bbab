import { DAY_MS } from '../../../data/core/time.ts';
import { AddressBudgets } from '../../core/address-budgets.ts';
import { networksOf } from '../../core/networks.ts';
import type { Budget } from '../../model/budget.ts';

/**
 * The share of the model's daily budget that one address may use at once. It gets this share back over a day.
 */
const SHARE = 0.1;
/** The share while no other address has used the model, as in a private home. */
const SHARE_ALONE = 0.5;

const SENTENCE =
  'Your address has used its share of the model’s day: a tenth, which it gets back over the day. The owner, signed in, has the whole day.';

const rateOf = (share: number) => ({ burst: share, perSecond: share / (DAY_MS / 1000) });

/** The part of the daily budget's interface that an answer needs. */
export type DayBudget = Pick<Budget, 'spent' | 'reserve' | 'release' | 'spend'>;

/**
 * Gives each address only a share of the daily budget, so that one visitor cannot use up the whole budget.
 */
export class Shares {
  readonly #budget: Budget;
  readonly #shares: AddressBudgets;
  readonly #aloneShares: AddressBudgets;

  constructor(budget: Budget, now: () => number) {
    this.#budget = budget;
    this.#shares = new AddressBudgets(now, rateOf(SHARE));
    this.#aloneShares = new AddressBudgets(now, rateOf(SHARE_ALONE));
  }

  /** @param address Undefined for the owner, who has the whole day. */
  of(address: string | undefined): DayBudget {
    const budget = this.#budget;
    if (address === undefined) return budget;
    return {
      spent: (own) => budget.spent(own) ?? (this.#isUsed(address) ? SENTENCE : undefined),
      reserve: (most) => budget.reserve(most),
      release: (reserved) => budget.release(reserved),
      spend: (usage) => {
        budget.spend(usage);
        for (const shares of [this.#shares, this.#aloneShares]) {
          shares.sweep();
          shares.spend(address, budget.partOfDay(usage));
        }
      },
    };
  }

  #isUsed(address: string): boolean {
    // Who has repaid all, and does not ask any more, is no second visitor.
    for (const shares of [this.#shares, this.#aloneShares]) shares.sweep();
    if (this.#shares.has(address, 0)) return false;
    const isAlone = this.#shares.size === networksOf(address).length;
    return !isAlone || !this.#aloneShares.has(address, 0);
  }
}
