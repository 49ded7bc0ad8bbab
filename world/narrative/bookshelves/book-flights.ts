import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { Book } from './bookshelves-layout.ts';

/** How long a book flies from above the resident to its shelf. */
export const FLIGHT_SECONDS = 2.6;
/** Books that come together leave one after the other, this far apart; of many, only a few fly. */
const STAGGER_SECONDS = 0.7;
export const MAX_FLIGHTS = 3;
/** How much larger and brighter a book is at the beginning, so that it is visible from afar. */
const LARGER = 3;
const BRIGHTER = 3;
/** How much higher than both ends its way is in the middle. Metres. */
const ARCH_METRES = 4;
const TURNS = 1;

interface Flight {
  readonly book: Book;
  /** Seconds since it left; negative while it waits. */
  age: number;
}

const UP = new Vector3(0, 1, 0);
const turned = new Quaternion();
const place = new Vector3();
const size = new Vector3();

/** Books on their way to their place. All in the frame of the half-circle. */
export class BookFlights {
  readonly #from: Readonly<Vector3>;
  #flights: readonly Flight[] = [];

  /** `from` is where they appear. */
  constructor(from: Readonly<Vector3>) {
    this.#from = from;
  }

  get isFlying(): boolean {
    return this.#flights.length > 0;
  }

  has(book: Book): boolean {
    return this.#flights.some((flight) => flight.book === book);
  }

  /** These leave now; those that were under way are in their places. */
  start(books: readonly Book[]): void {
    this.#flights = books.slice(0, MAX_FLIGHTS).map((book, i) => ({ book, age: -i * STAGGER_SECONDS }));
  }

  /** True when the last one has arrived in this step. */
  update(delta: number): boolean {
    if (this.#flights.length === 0) return false;
    let under = false;
    for (let i = 0; i < this.#flights.length; i++) {
      const flight = this.#flights[i];
      if (!flight) continue;
      flight.age += delta;
      if (flight.age < FLIGHT_SECONDS) under = true;
    }
    if (!under) this.#flights = [];
    return !under;
  }

  /**
   * Where a book is now: writes its matrix, and returns how much brighter than on the shelf it is, 0 while
   * it waits.
   */
  pose({ x, y, z, turn, thickness, tallness }: Book, at: number, depth: number, into: Matrix4): number {
    const age = this.#flights[at]?.age ?? FLIGHT_SECONDS;
    const share = Math.min(1, Math.max(0, age / FLIGHT_SECONDS));
    const eased = share * share * (3 - 2 * share);
    const arch = 4 * eased * (1 - eased) * ARCH_METRES;
    place.set(x, y, z).lerpVectors(this.#from, place, eased);
    place.y += arch;
    turned.setFromAxisAngle(UP, turn + (1 - eased) * TURNS * Math.PI * 2);
    const scale = age < 0 ? 0 : 1 + (LARGER - 1) * (1 - eased);
    into.compose(place, turned, size.set(thickness * scale, tallness * scale, depth * scale));
    return age < 0 ? 0 : 1 + (BRIGHTER - 1) * (1 - eased);
  }

  /** The number of a book's flight, for `pose`; −1 for one that stands. */
  indexOf(book: Book): number {
    return this.#flights.findIndex((flight) => flight.book === book);
  }
}
