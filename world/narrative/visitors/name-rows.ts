import type { PlayerArrays } from '../../../data/presence/presence-state.ts';

/** Names are shown within the first distance and hidden beyond the second. Metres. */
const NEAR_METRES = 12;
const FAR_METRES = 14;
/**
 * A visitor who is nearer by this distance takes the row of the farthest one. With a smaller value two
 * visitors would alternate. Metres.
 */
const NEARER_METRES = 2;
/** The time in which a name fades in or out. Seconds. */
const FADE_SECONDS = 0.4;

/**
 * The shown names: of the nearest visitors with a name, one in each row of the texture. A visitor keeps its
 * row while its name is shown. `update` allocates no memory.
 */
export class NameRows {
  /** The visitor's number in each row; 0 for a free one. */
  readonly numbers: Int32Array;
  /** The index of that visitor in `PlayerArrays`. */
  readonly slots: Int32Array;
  /** The opacity of the name, 0 to 1. */
  readonly shares: Float32Array;

  constructor(rows: number) {
    this.numbers = new Int32Array(rows);
    this.slots = new Int32Array(rows);
    this.shares = new Float32Array(rows);
  }

  /** `x` and `z`: the camera's position. */
  update(players: PlayerArrays, x: number, z: number, delta: number): void {
    for (let row = 0; row < this.numbers.length; row++) {
      if (this.numbers[row] === 0) continue;
      const slot = this.slots[row] ?? 0;
      const isSame = players.numbers[slot] === this.numbers[row] && players.names[slot] !== '';
      const isNear = isSame && metres(players, slot, x, z) < FAR_METRES;
      const step = (isNear ? delta : -delta) / FADE_SECONDS;
      const share = Math.min(1, (this.shares[row] ?? 0) + step);
      this.shares[row] = Math.max(0, share);
      // When a visitor has left, the light fades with the name. Another visitor may already have the slot.
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

  /** Gives the visitor a free row, or the row of a visitor who is farther away. */
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
