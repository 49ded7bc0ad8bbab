/** Places that are kept: more than the longest delay needs at ten a second. */
const KEPT = 24;
/** The numbers of a place: time, x, y, z, yaw. */
const STRIDE = 5;
/** A player is shown this much later than they were there, or later where their places come seldom. Milliseconds. */
const MIN_DELAY_MS = 150;
const MAX_DELAY_MS = 1_400;
/** The delay is this many times the usual pause between two places, so that the next one is there in time. */
const DELAY_PAUSES = 1.25;
/** The pause between the places of a near player. */
const NEAR_PAUSE_MS = 100;
/** The home tells of the farthest players once a second: after a longer pause the player had stood still. Milliseconds. */
const STOOD_MS = 1_300;
/** A pause that is this many times as long as usual is a stop, unless the next one is as long. */
const LONG_PAUSES = 2;
/** A visitor walks. Metres a millisecond. */
const WALK = 4.2 / 1000;
/** Share by which the usual pause follows a shorter one; a longer one counts at once. */
const PAUSE_SHARE = 0.2;
/** To come to another delay, what is shown runs this much faster or slower than the time. */
const HURRY = 0.25;
/** Where the next place is late, the movement goes on and comes back within this time. Milliseconds. */
const COAST_MS = 500;
/** The rest of a correction after this time is 37 %. Milliseconds. */
const CORRECTION_MS = 90;
/** Farther than this in a tenth of a second is no walk: the player is shown there at once. Metres. */
export const CUT_METRES = 6;
/** What a visitor runs, and more, in the rest of the pause. Metres a second. */
const CUT_METRES_PER_SECOND = 8;

const TURN = Math.PI * 2;
/** The same turn the short way round, from −π to π. */
const shortTurn = (radians: number): number => radians - TURN * Math.round(radians / TURN);

/**
 * Milliseconds of movement after `late` milliseconds without a new place: at first it goes on as
 * before, then it returns, because who stops sends no place either. At most 74.
 */
const coasted = (late: number): number => (late < COAST_MS ? late * (1 - late / COAST_MS) ** 2 : 0);

/**
 * The way of one player: from places that come now and then, some of them late, it makes a smooth
 * movement at any frame rate, a little behind. It has no clock, and `advance` allocates nothing.
 */
export class Track {
  /** The newest places, as a ring. */
  readonly #places = new Float64Array(KEPT * STRIDE);
  #count = 0;
  /** Index of the newest place in the ring. */
  #newest = 0;
  /** The usual pause between two places, the time that is shown, and when that was requested. Milliseconds. */
  #pause = NEAR_PAUSE_MS;
  /** Whether the last pause was a long one. */
  #wasLong = false;
  #shownAt = 0;
  #requestedAt = 0;
  /** What is shown, and how far that is from the way: the rest of a correction. x, y, z, yaw. */
  readonly #shown = new Float64Array(4);
  readonly #correction = new Float64Array(4);
  /** Scratch: the place on the way. */
  readonly #way = new Float64Array(4);

  /** Forgets the way: the next place is that of another player. */
  clear(): void {
    this.#count = 0;
    this.#pause = NEAR_PAUSE_MS;
    this.#wasLong = false;
  }

  /** The player was there at `time`, in milliseconds. A place that comes out of order counts as the newest. */
  add(time: number, x: number, y: number, z: number, yaw: number): void {
    if (this.#count === 0) {
      this.#begin(time, x, y, z, yaw);
      return;
    }
    const before = this.#places[this.#newest * STRIDE] ?? 0;
    const at = Math.max(time, before + 1);
    const pause = at - before;
    const metres = this.#metresTo(x, y, z);
    const more = Math.min(pause, STOOD_MS) - NEAR_PAUSE_MS;
    if (metres > CUT_METRES + Math.max(0, more / 1000) * CUT_METRES_PER_SECOND) {
      this.#begin(at, x, y, z, yaw);
      return;
    }
    this.#followPause(pause, metres, at);
    this.#push(at, x, y, z, yaw);
    // At rest nothing is seen to move, so that the time that is shown may be set.
    if (this.#shownAt > before + COAST_MS)
      this.#shownAt = Math.max(before, Math.min(this.#shownAt, this.#requestedAt - this.#delay()));
    this.#keepShown();
  }

  /** Writes where the player is shown at `now`, in milliseconds, as x, y, z and yaw from `offset` on. */
  advance(now: number, into: Float32Array, offset: number): void {
    if (this.#count === 0) return;
    const passed = Math.max(0, now - this.#requestedAt);
    this.#requestedAt = now;
    const wanted = now - this.#delay();
    const behind = wanted - (this.#shownAt + passed);
    this.#shownAt += passed + Math.max(-passed * HURRY, Math.min(passed * HURRY, behind));
    this.#follow();
    const left = Math.exp(-passed / CORRECTION_MS);
    for (let i = 0; i < 4; i++) {
      const correction = (this.#correction[i] ?? 0) * left;
      this.#correction[i] = correction;
      const shown = (this.#way[i] ?? 0) + correction;
      this.#shown[i] = shown;
      into[offset + i] = shown;
    }
  }

  #delay(): number {
    return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, this.#pause * DELAY_PAUSES));
  }

  /** From the newest place. */
  #metresTo(x: number, y: number, z: number): number {
    const places = this.#places;
    const at = this.#newest * STRIDE;
    return Math.hypot(x - (places[at + 1] ?? 0), y - (places[at + 2] ?? 0), z - (places[at + 3] ?? 0));
  }

  /** Learns from the pause before a new place, or notes that the player had stood still in it. */
  #followPause(pause: number, metres: number, now: number): void {
    const isLong = pause > this.#pause * LONG_PAUSES;
    const isStop = pause > STOOD_MS || (isLong && !this.#wasLong);
    this.#wasLong = isLong && pause <= STOOD_MS;
    if (!isStop) this.#pause = Math.max(pause, this.#pause + (pause - this.#pause) * PAUSE_SHARE);
    const walked = Math.max(this.#pause, metres / WALK);
    if (!isStop || walked >= pause) return;
    // Without this place they would have crept all the time.
    const places = this.#places;
    const at = this.#newest * STRIDE;
    this.#push(
      now - walked,
      places[at + 1] ?? 0,
      places[at + 2] ?? 0,
      places[at + 3] ?? 0,
      places[at + 4] ?? 0,
    );
  }

  #begin(time: number, x: number, y: number, z: number, yaw: number): void {
    this.#count = 0;
    this.#push(time, x, y, z, yaw);
    this.#shownAt = time - this.#delay();
    this.#requestedAt = time;
    this.#correction.fill(0);
    this.#follow();
    this.#shown.set(this.#way);
  }

  #push(time: number, x: number, y: number, z: number, yaw: number): void {
    const places = this.#places;
    const turned = this.#count === 0 ? yaw : (places[this.#newest * STRIDE + 4] ?? 0);
    this.#newest = (this.#newest + 1) % KEPT;
    const at = this.#newest * STRIDE;
    places[at] = time;
    places[at + 1] = x;
    places[at + 2] = y;
    places[at + 3] = z;
    // Without a jump at half a turn.
    places[at + 4] = turned + shortTurn(yaw - turned);
    this.#count = Math.min(KEPT, this.#count + 1);
  }

  /** A new place bends the way at which the player is shown: what that makes is corrected slowly. */
  #keepShown(): void {
    this.#follow();
    for (let i = 0; i < 4; i++) this.#correction[i] = (this.#shown[i] ?? 0) - (this.#way[i] ?? 0);
  }

  /** Sets the place on the way at the time that is shown. */
  #follow(): void {
    const places = this.#places;
    let to = this.#newest;
    let from = to;
    for (let back = 1; back < this.#count; back++) {
      from = (this.#newest - back + KEPT) % KEPT;
      if ((places[from * STRIDE] ?? 0) <= this.#shownAt) break;
      // Where all are later, both ends are the oldest place.
      to = from;
    }
    const start = places[from * STRIDE] ?? 0;
    const end = places[to * STRIDE] ?? 0;
    const time = this.#shownAt > end ? end + coasted(this.#shownAt - end) : this.#shownAt;
    const share = end > start ? (time - start) / (end - start) : 1;
    for (let i = 1; i < STRIDE; i++) {
      const a = places[from * STRIDE + i] ?? 0;
      const b = places[to * STRIDE + i] ?? 0;
      this.#way[i - 1] = a + (b - a) * share;
    }
  }
}
