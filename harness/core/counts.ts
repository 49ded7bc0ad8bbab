import { networksOf } from './networks.ts';

/**
 * Counts things that are open now, for example sockets or questions, for each address and for the IPv6
 * networks that contain it.
 */
export class AddressCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  readonly #maxOfNetwork: number;

  /**
   * @param max The maximum of one address or one household; a /48 network may have four times as many.
   * @param maxOfNetwork The maximum of any network.
   */
  constructor(max: number, maxOfNetwork = Infinity) {
    this.#max = max;
    this.#maxOfNetwork = maxOfNetwork;
  }

  /** Whether this address, or a network that contains it, has reached its maximum. */
  isFull(address: string): boolean {
    return networksOf(address).some(
      ({ name, share }) => (this.#counts.get(name) ?? 0) >= Math.min(this.#max * share, this.#maxOfNetwork),
    );
  }

  /** Adds one to the count, also beyond the maximum. If there is a limit, call `isFull` first. */
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

  add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  [Symbol.iterator](): Iterator<readonly [string, number]> {
    return this.#counts.entries();
  }
}
