import type { Reading } from '../../data/readings/reading.ts';

/** Recognises new blocks: only a live reading counts, and the first height is not news. */
export class NewBlocks {
  #highest: number | undefined;

  /** True if the reading contains a block higher than all before. */
  heard(reading: Reading<number>): boolean {
    if (reading.state !== 'live') return false;
    const before = this.#highest;
    if (before !== undefined && reading.value <= before) return false;
    this.#highest = reading.value;
    return before !== undefined;
  }
}
