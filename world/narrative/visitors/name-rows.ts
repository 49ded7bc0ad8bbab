import type { PlayerArrays } from '../../../data/presence/presence-state.ts';

/** Within this distance a name is shown; it goes out a little farther away. Metres. */
const NEAR_METRES = 12;
const FAR_METRES = 14;
/** One who is nearer by this takes the row of the farthest: with less, two would take turns. Metres. */
const NEARER_METRES = 2;
/** How long a name takes to come or go. Seconds. */
const FADE_SECONDS = 0.4;

/**
 * Whose names are shown: of the nearest visitors with a name, one in each row of the texture. A
 * visitor keeps the row while its name is shown. Allocates nothing.
 */
export class NameRows {
  /** The visitor's number in each row; 0 for a free one. */
  readonly numbers: Int32Array;
  /** The index of that visitor in `PlayerArrays`. */
  readonly slots: Int32Array;
  /** How much of the name is there, 0 to 1. */
  readonly shares: Float32Array;

  constructor(rows: number) {
    this.numbers = new Int32Array(rows);
    this.slots = new Int32Array(rows);
    this.shares = new Float32Array(rows);
  }

  /** `x` and `z`: where the camera is. */
  update(players: PlayerArrays, x: number, z: number, delta: number): void {
    for (let row = 0; row < this.numbers.length; row++) {
      if (this.numbers[row] === 0) continue;
      const slot = this.slots[row] ?? 0;
      const isSame = players.numbers[slot] === this.numbers[row] && players.names[slot] !== '';
      const isNear = isSame && metres(players, slot, x, z) < FAR_METRES;
      const step = (isNear ? delta : -delta) / FADE_SECONDS;
      const share = Math.min(1, (this.shares[row] ?? 0) + step);
      this.shares[row] = Math.max(0, share);
      // The light of one who is gone fades with its name; another visitor may have its slot already.
      if (!isSame || share <= 0) this.#free(row);
    }
    for (let slot = 0; slot < players.numbers.length; slot++)
      if (players.numbers[slot] !== 0 && players.names[slot] !== '' && !this.#has(players.numbers[slot] ?? 0))
        this.#admit(players, slot, x, z);
  }

  #free(row: number): void {
    this.numbers[row] = 0;
    this.shares[row] = 0;
  }

  #has(number: number): boolean {
    return this.numbers.indexOf(number) >= 0;
  }

  /** Gives the visitor a free row, or that of one who is farther away. */
  #admit(players: PlayerArrays, slot: number, x: number, z: number): void {
    const away = metres(players, slot, x, z);
    if (away > NEAR_METRES) return;
    let row = this.numbers.indexOf(0);
    if (row < 0) {
      let farthest = away + NEARER_METRES;
      for (let other = 0; other < this.numbers.length; other++) {
        const otherAway = metres(players, this.slots[other] ?? 0, x, z);
        if (otherAway < farthest) continue;
        farthest = otherAway;
        row = other;
      }
    }
    if (row < 0) return;
    this.numbers[row] = players.numbers[slot] ?? 0;
    this.slots[row] = slot;
    this.shares[row] = 0;
  }
}

function metres({ places }: PlayerArrays, slot: number, x: number, z: number): number {
  return Math.hypot((places[slot * 4] ?? 0) - x, (places[slot * 4 + 2] ?? 0) - z);
}
