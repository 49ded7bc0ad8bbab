import { type Reading, currentValue } from './reading.ts';

const NONE: readonly never[] = [];

/**
 * Finds what is new in a list that is read again and again, newest first as a code host has it. Only a live
 * list counts; the first one, and the first of another source, is no news. Nor are old entries that a
 * longer list adds at its end.
 */
export class NewEntries<T> {
  readonly #keyOf: (entry: T) => string;
  readonly #timeOf: (entry: T) => number;
  #reading: Reading<readonly T[]> | undefined;
  #source: string | undefined;
  #known: ReadonlyMap<string, number> = new Map();

  /** `keyOf` names an entry, `timeOf` is when it came to be, in milliseconds since the epoch. */
  constructor(keyOf: (entry: T) => string, timeOf: (entry: T) => number) {
    this.#keyOf = keyOf;
    this.#timeOf = timeOf;
  }

  /** The entries that the last list did not have, oldest first. Allocates nothing for the same reading. */
  next(reading: Reading<readonly T[]>): readonly T[] {
    if (reading === this.#reading) return NONE;
    this.#reading = reading;
    if (reading.state !== 'live' && reading.state !== 'empty') return NONE;
    const list = currentValue(reading) ?? [];
    const known = this.#known;
    const isFirst = this.#source !== reading.source;
    this.#known = new Map(list.map((entry) => [this.#keyOf(entry), this.#timeOf(entry)]));
    this.#source = reading.source;
    if (isFirst) return NONE;
    const isKnown = (entry: T): boolean => known.has(this.#keyOf(entry));
    const last = list.findLastIndex(isKnown);
    // None of the old entries is left in the list: the dates decide which ones are new.
    const newest = Math.max(-Infinity, ...known.values());
    return list
      .filter((entry, i) => !isKnown(entry) && (last < 0 ? this.#timeOf(entry) > newest : i < last))
      .toReversed();
  }
}
