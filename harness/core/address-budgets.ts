import { type Rate, TokenBucket } from '../../data/core/token-bucket.ts';
import { HOUR_MS } from '../../data/core/time.ts';
import { networksOf } from './networks.ts';

/** A rate that allows this count at once, and the same count again in each hour. */
export const perHour = (count: number): Rate => ({ burst: count, perSecond: count / (HOUR_MS / 1000) });

/**
 * A budget for each address, and for the IPv6 networks that contain it: bytes, lines or other units of the
 * rate. It is in memory only, because the database must not have addresses.
 */
export class AddressBudgets {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  readonly #rate: Rate;

  constructor(now: () => number, rate: Rate) {
    this.#now = now;
    this.#rate = rate;
  }

  /** Whether the budget has at least this count left. */
  has(address: string, count = 1): boolean {
    return this.#bucketsOf(address).every((bucket) => bucket.has(count));
  }

  /** Spends this count if the budget has it left; returns whether it did. */
  take(address: string, count = 1): boolean {
    const isLeft = this.has(address, count);
    if (isLeft) this.spend(address, count);
    return isLeft;
  }

  /** Spends this count in any case. The budget may become negative. */
  spend(address: string, count = 1): void {
    for (const bucket of this.#bucketsOf(address)) bucket.spend(count);
  }

  /** How many addresses and networks have a budget that is not full. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Forgets the addresses whose budget is full again. */
  sweep(): void {
    for (const [name, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(name);
  }

  #bucketsOf(address: string): TokenBucket[] {
    const { burst, perSecond } = this.#rate;
    return networksOf(address).map(({ name, share }) => {
      const rate = { burst: burst * share, perSecond: perSecond * share };
      const bucket = this.#buckets.get(name) ?? new TokenBucket(rate, this.#now);
      this.#buckets.set(name, bucket);
      return bucket;
    });
  }
}
