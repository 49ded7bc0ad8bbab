import { DAY_MS } from '../../../data/core/time.ts';
import { AddressBudgets } from '../../core/address-budgets.ts';
import { networksOf } from '../../core/networks.ts';
import type { Budget } from '../../model/budget.ts';

/** What one address may use of the model's day: a tenth at once, which it gets back over the day. */
const SHARE = 0.1;
/** The same while no other address has used a part of its own, as in a private home. */
const SHARE_ALONE = 0.5;

const SENTENCE =
  'Your address has used its share of the model’s day: a tenth, which it gets back over the day. The owner, signed in, has the whole day.';

const rateOf = (share: number) => ({ burst: share, perSecond: share / (DAY_MS / 1000) });

/** What an answer needs of the budget of the day. */
export type DayBudget = Pick<Budget, 'spent' | 'reserve' | 'release' | 'spend'>;

/** The budget of the day as each address has it: one visitor must not use up what is for all. */
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
    if (this.#shares.has(address, 0)) return false;
    const isAlone = this.#shares.size === networksOf(address).length;
    return !isAlone || !this.#aloneShares.has(address, 0);
  }
}
