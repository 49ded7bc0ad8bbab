import { type Rate, TokenBucket } from '../../../data/core/token-bucket.ts';
import { DEFAULT_STORE_BYTES } from '../../store/conversation-store.ts';
import { AddressBudgets, perHour } from '../../core/address-budgets.ts';

/** Bytes that one address may add, questions and answers together: 8 MB at once, then 1 MB an hour. */
const ADDRESS_RATE: Rate = { ...perHour(1_000_000), burst: 8_000_000 };
/** The bytes that each address may add in any case, however much other addresses add. */
const SMALL_RATE = perHour(64 * 1024);
/** The share of the store that all addresses together may add in an hour, beyond these small amounts. */
const COMMON_SHARE = 0.1;

/**
 * How many bytes may still be stored: by each address and its networks, and by all of them together.
 *
 * Each address may add 8 MB, so 63 addresses could fill the store (500 MB). Therefore only the first 64 kB of
 * an address in an hour are always allowed: about thirty questions with their answers. Everything above that
 * comes out of one common budget: a tenth of the store at once, then a tenth an hour.
 *
 * A flood from 68 addresses then adds 50 MB at once and 54 MB an hour, so it needs eight hours to fill the
 * store. When the store is full, `Store` deletes messages of the households that have the most. So it deletes
 * messages of these addresses, and not those of a visitor who writes little.
 */
export class StorageBudgets {
  readonly #addresses: AddressBudgets;
  readonly #small: AddressBudgets;
  readonly #common: TokenBucket;

  /** @param storeBytes The maximum number of bytes that all conversations together may use in the store. */
  constructor(now: () => number, storeBytes = DEFAULT_STORE_BYTES, addressRate = ADDRESS_RATE) {
    this.#addresses = new AddressBudgets(now, addressRate);
    this.#small = new AddressBudgets(now, SMALL_RATE);
    this.#common = new TokenBucket(perHour(storeBytes * COMMON_SHARE), now);
  }

  /** Counts these bytes if they may be stored now; otherwise returns the code of the refusal. */
  take(address: string, bytes: number): 'too-large' | 'busy' | undefined {
    if (!this.#addresses.has(address, bytes)) return 'too-large';
    if (!this.#small.take(address, bytes) && !this.#common.take(bytes)) return 'busy';
    this.#addresses.spend(address, bytes);
    return undefined;
  }

  /** Counts bytes that are stored in any case: the answer to a question that was allowed. */
  spend(address: string, bytes: number): void {
    if (this.#small.has(address)) this.#small.spend(address, bytes);
    else this.#common.spend(bytes);
    this.#addresses.spend(address, bytes);
  }

  /** Forgets the addresses whose budgets are full again. */
  sweep(): void {
    this.#addresses.sweep();
    this.#small.sweep();
  }
}
