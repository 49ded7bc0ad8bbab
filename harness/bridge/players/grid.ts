import { MAX_DISTANCE_METRES } from '../../../data/core/limits.ts';

/** A point on the ground of the world, in metres. */
export interface Spot {
  readonly x: number;
  readonly z: number;
}

interface Near<T> {
  readonly item: T;
  readonly metres: number;
}

const CELL_METRES = 6;
/** Cells along each side of the square that the world lies in. */
const CELLS = Math.ceil((2 * MAX_DISTANCE_METRES) / CELL_METRES) + 1;

const cellOf = (metres: number): number => Math.floor((metres + MAX_DISTANCE_METRES) / CELL_METRES);

export const distance = (one: Spot, other: Spot): number => Math.hypot(one.x - other.x, one.z - other.z);

/**
 * A spatial index of square cells, so that the items near a point are found without a look at all of them.
 */
export class Grid<T> {
  readonly #cells = new Map<number, Set<T>>();
  readonly #spots = new Map<T, Spot & { readonly cell: number }>();

  #changes = 0;

  get size(): number {
    return this.#spots.size;
  }

  /** Grows with each change. While it stays the same, the nearest items stay the same too. */
  get changes(): number {
    return this.#changes;
  }

  has(item: T): boolean {
    return this.#spots.has(item);
  }

  spotOf(item: T): Spot | undefined {
    return this.#spots.get(item);
  }

  /** Adds an item, or moves it. */
  put(item: T, x: number, z: number): void {
    this.#changes += 1;
    const cell = cellOf(x) * CELLS + cellOf(z);
    const before = this.#spots.get(item)?.cell;
    this.#spots.set(item, { x, z, cell });
    if (before === cell) return;
    if (before !== undefined) this.#cells.get(before)?.delete(item);
    const items = this.#cells.get(cell);
    if (items) items.add(item);
    else this.#cells.set(cell, new Set([item]));
  }

  delete(item: T): void {
    const spot = this.#spots.get(item);
    if (!spot) return;
    this.#changes += 1;
    this.#spots.delete(item);
    this.#cells.get(spot.cell)?.delete(item);
  }

  /** The nearest items, nearest first. Searches ring after ring of cells until no nearer item is possible. */
  nearest(from: Spot, count: number): Near<T>[] {
    const found: Near<T>[] = [];
    for (let ring = 0; ring < CELLS && found.length < this.#spots.size; ring++) {
      for (const item of this.#ring(cellOf(from.x), cellOf(from.z), ring)) {
        const spot = this.#spots.get(item);
        if (spot) found.push({ item, metres: distance(from, spot) });
      }
      // Items in rings that were not searched are at least this far away.
      const sure = ring * CELL_METRES;
      if (found.length >= count && found.filter(({ metres }) => metres <= sure).length >= count) break;
    }
    return found.sort((one, other) => one.metres - other.metres).slice(0, count);
  }

  /** The items in the cells that are `ring` cells away, straight or diagonally. */
  *#ring(cellX: number, cellZ: number, ring: number): Generator<T> {
    for (let x = cellX - ring; x <= cellX + ring; x++) {
      if (x < 0 || x >= CELLS) continue;
      const isSide = Math.abs(x - cellX) === ring;
      // Between its two sides, the ring has only two cells in each column: the first and the last.
      const step = isSide || ring === 0 ? 1 : 2 * ring;
      for (let z = cellZ - ring; z <= cellZ + ring; z += step) {
        if (z < 0 || z >= CELLS) continue;
        const items = this.#cells.get(x * CELLS + z);
        if (items) yield* items;
      }
    }
  }
}
