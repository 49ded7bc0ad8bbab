import { type Reading, currentValue } from './reading.ts';
import type { MergedPull } from './records.ts';

/** What tells a merged pull request from all others. */
export const mergeKey = ({ repo, number }: MergedPull): string => `${repo}#${number}`;

const NONE: readonly never[] = [];

/**
 * Finds new entries in a list that is read repeatedly, newest first as from a code host. Only a live list
 * counts. The first list, and the first of another source, has no new entries. Old entries that a longer list
 * adds at its end are not new.
 */
export class NewEntries<T> {
  readonly #keyOf: (entry: T) => string;
  readonly #timeOf: (entry: T) => number;
  #reading: Reading<readonly T[]> | undefined;
  #source: string | undefined;
  #known: ReadonlyMap<string, number> = new Map();

  /** `keyOf` returns the key of an entry, `timeOf` its time in milliseconds since the epoch. */
  constructor(keyOf: (entry: T) => string, timeOf: (entry: T) => number) {
    this.#keyOf = keyOf;
    this.#timeOf = timeOf;
  }

  /**
   * The entries that the previous list did not have, oldest first. Allocates nothing if the reading is the
   * same.
   */
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
    // If the list has none of the known entries any more, the dates decide which entries are new.
    const newest = Math.max(-Infinity, ...known.values());
    return list
      .filter((entry, i) => !isKnown(entry) && (last < 0 ? this.#timeOf(entry) > newest : i < last))
      .toReversed();
  }
}
