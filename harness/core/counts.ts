import { networksOf } from './networks.ts';

/** How many of something each address has now, and each network of IPv6 that it is in: open sockets, questions. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  readonly #maxOfNetwork: number;

  /**
   * @param max How many one address, or one household, may have; a /48 four times as many.
   * @param maxOfNetwork What no network may exceed.
   */
  constructor(max: number, maxOfNetwork = Infinity) {
    this.#max = max;
    this.#maxOfNetwork = maxOfNetwork;
  }

  /** Whether this address, or a network that it is in, has as many as it may have. */
  isFull(address: string): boolean {
    return networksOf(address).some(
      ({ name, share }) => (this.#counts.get(name) ?? 0) >= Math.min(this.#max * share, this.#maxOfNetwork),
    );
  }

  /** Counts one more; in any case, so ask `isFull` first where there is a limit. */
  add(address: string): void {
    for (const { name } of networksOf(address)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Takes back one `add`. */
  remove(address: string): void {
    for (const { name } of networksOf(address)) {
      const left = (this.#counts.get(name) ?? 0) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }
}

/**
 * Counts by a word, for the metrics. Counting a frame here costs less than a labelled counter of the metrics
 * library, because the library gets the counts only when an owner reads the metrics.
 */
export class Tally implements Iterable<readonly [word: string, count: number]> {
  readonly #counts = new Map<string, number>();

  add(word: string, count = 1): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + count);
  }

  [Symbol.iterator](): Iterator<readonly [string, number]> {
    return this.#counts.entries();
  }
}
