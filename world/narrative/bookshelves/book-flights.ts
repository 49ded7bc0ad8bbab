import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { Book } from './bookshelves-layout.ts';

/** The time of a book's flight from above the resident to its shelf. */
const FLIGHT_SECONDS = 2.6;
/** The time between the starts of books that arrive together, and the maximum number that fly. */
const STAGGER_SECONDS = 0.7;
const MAX_FLIGHTS = 3;
/** The factors of a book's size and brightness at the start of its flight, for distant visitors. */
const LARGER = 1.2;
const BRIGHTER = 3;
/** The height of the flight's middle above its ends. Metres. */
const ARCH_METRES = 4;
const TURNS = 1;

interface Flight {
  readonly book: Book;
  /** Seconds since its start; negative while it waits. */
  age: number;
}

const UP = new Vector3(0, 1, 0);
const turned = new Quaternion();
const place = new Vector3();
const size = new Vector3();

/** The books that fly to their places. In local coordinates of the half-circle. */
export class BookFlights {
  readonly #from: Readonly<Vector3>;
  #flights: readonly Flight[] = [];

  /** `from`: the start of all flights. */
  constructor(from: Readonly<Vector3>) {
    this.#from = from;
  }

  get isFlying(): boolean {
    return this.#flights.length > 0;
  }

  has(book: Book): boolean {
    return this.#flights.some((flight) => flight.book === book);
  }

  /** Starts flights for these books. The books of unfinished flights go to their places immediately. */
  start(books: readonly Book[]): void {
    this.#flights = books.slice(0, MAX_FLIGHTS).map((book, i) => ({ book, age: -i * STAGGER_SECONDS }));
  }

  /** Moves the books. Returns true when the last book has arrived in this step. */
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

  /** Writes the current matrix of a book. Returns the factor of its brightness: 0 while the book waits. */
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

  /** The index of a book's flight, for `pose`; −1 if it does not fly. */
  indexOf(book: Book): number {
    return this.#flights.findIndex((flight) => flight.book === book);
  }
}
