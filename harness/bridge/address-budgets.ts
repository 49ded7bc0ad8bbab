import { TokenBucket } from './token-bucket.ts';

/** Bytes one address may add to the conversations, questions and answers: a burst, then a steady pace of 1 MB an hour. */
const ADDRESS_BUDGET = { burst: 8_000_000, perSecond: 1_000_000 / 3600 } as const;

/** How much each address may still store. Kept in memory only: the database has no addresses. */
export class AddressBudgets {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  readonly #rate: { readonly burst: number; readonly perSecond: number };

  constructor(now: () => number, rate: { burst: number; perSecond: number } = ADDRESS_BUDGET) {
    this.#now = now;
    this.#rate = rate;
  }

  /** Whether these bytes may be stored now; if so they count. */
  take(address: string, bytes: number): boolean {
    return this.#bucketOf(address).take(bytes);
  }

  /** Counts bytes that are stored in any case: an answer whose question was let through. */
  spend(address: string, bytes: number): void {
    this.#bucketOf(address).spend(bytes);
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Forgets the addresses whose budget is whole again. */
  sweep(): void {
    for (const [address, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(address);
  }

  #bucketOf(address: string): TokenBucket {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#rate, this.#now);
    this.#buckets.set(address, bucket);
    return bucket;
  }
}
