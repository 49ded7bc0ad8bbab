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

/** The position of the energy beam in metres: behind the resident and the meter, seen from the start. */
export const BEAM_PLACE = { x: 0, z: -30 } as const;

/** The amount from which the beam has its maximum. */
const MAX_SATS = 1_000_000;

/**
 * The visible and audible size of a zap, on a logarithmic scale: 0 for no amount, 0.22 for 21 sats, 0.5 for
 * 1,000, 1 from 1,000,000.
 */
export const zapShare = (sats: number): number =>
  sats > 0 ? Math.min(1, Math.log10(1 + sats) / Math.log10(1 + MAX_SATS)) : 0;
