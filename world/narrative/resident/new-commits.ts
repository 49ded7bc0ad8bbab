import type { Reading } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';

/** Recognises new commits: only a live reading counts, and the first list is not news. */
export class NewCommits {
  #reading: Reading<readonly Commit[]> | undefined;
  #known: readonly Commit[] | undefined;

  /**
   * True where the first commit of the list was not in the list before. The list is in the code
   * host's order; it may also have grown at its end.
   */
  heard(reading: Reading<readonly Commit[]>): boolean {
    if (reading === this.#reading) return false;
    this.#reading = reading;
    if (reading.state !== 'live' && reading.state !== 'empty') return false;
    const before = this.#known;
    this.#known = reading.value ?? [];
    const newest = this.#known[0]?.sha;
    return before !== undefined && newest !== undefined && before.every(({ sha }) => sha !== newest);
  }
}
