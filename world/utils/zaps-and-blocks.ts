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

/**
 * Where the energy beam stands, in metres: behind the resident and the meter, on the axis of the
 * first look.
 */
export const BEAM_PLACE = { x: 0, z: -30 } as const;

/** An amount at which the beam gives all it has. */
const MAX_SATS = 1_000_000;

/**
 * How large a zap is seen and heard, on a logarithmic scale: each factor of ten adds the same.
 * 0 for no amount, 0.22 for 21 sats, 0.5 for 1,000, 1 from 1,000,000.
 */
export const zapShare = (sats: number): number =>
  sats > 0 ? Math.min(1, Math.log10(1 + sats) / Math.log10(1 + MAX_SATS)) : 0;
