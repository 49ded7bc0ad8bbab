import { TokenBucket } from '../../../data/core/token-bucket.ts';

/**
 * Bytes that one address may add to the conversations, questions and answers together: 8 MB at
 * once, then 1 MB an hour.
 */
const ADDRESS_BUDGET = { burst: 8_000_000, perSecond: 1_000_000 / 3600 } as const;

/**
 * About what a message takes in the database; `schema.ts` counts the same 200 bytes beside the
 * text.
 */
export const storedBytes = (text: string): number => new TextEncoder().encode(text).length + 200;

/**
 * How much each address may still do: bytes that it may store, unless another rate says what is
 * counted. Kept in memory only: the database has no addresses.
 */
export class AddressBudgets {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  readonly #rate: { readonly burst: number; readonly perSecond: number };

  constructor(now: () => number, rate: { burst: number; perSecond: number } = ADDRESS_BUDGET) {
    this.#now = now;
    this.#rate = rate;
  }

  /** Whether these bytes may be stored now; if so they are counted. */
  take(address: string, bytes: number): boolean {
    return this.#bucketOf(address).take(bytes);
  }

  /** Counts bytes that are stored in any case: the answer to a question that was allowed. */
  spend(address: string, bytes: number): void {
    this.#bucketOf(address).spend(bytes);
  }

  /** How many addresses have a budget that is not full. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Forgets the addresses whose budget is full again. */
  sweep(): void {
    for (const [address, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(address);
  }

  #bucketOf(address: string): TokenBucket {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#rate, this.#now);
    this.#buckets.set(address, bucket);
    return bucket;
  }
}
