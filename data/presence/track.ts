/** The number of positions that are kept. It is enough for the longest delay with ten positions a second. */
const MAX_POSITIONS = 24;
/** The numbers of a position: time, x, y, z, yaw. */
const STRIDE = 5;
/**
 * The least and the greatest delay with which a player is shown. The delay grows when positions arrive
 * rarely. Milliseconds.
 */
const MIN_DELAY_MS = 150;
const MAX_DELAY_MS = 1_400;
/**
 * The delay is this many times the usual interval between two positions, so that the next one arrives in
 * time.
 */
const DELAY_PAUSES = 1.25;
/** The interval between the positions of a near player. */
const NEAR_PAUSE_MS = 100;
/**
 * The home sends the farthest players once a second, so a longer interval means that the player stood still.
 * Milliseconds.
 */
const MAX_PAUSE_MS = 1_300;
/** An interval this many times longer than usual counts as a stop, unless the one before was long too. */
const LONG_PAUSES = 2;
/** Walking speed of a visitor. Metres a millisecond. */
const WALK = 4.2 / 1000;
/** How fast the usual interval adapts to a shorter one (0 to 1); it adapts to a longer one at once. */
const PAUSE_SHARE = 0.2;
/** While the delay changes, playback runs at most this much faster or slower. */
const MAX_SPEED_CHANGE = 0.25;
/**
 * If the next position is late, the movement is extrapolated, and returns to the last position within this
 * time. Milliseconds.
 */
const EXTRAPOLATION_MS = 500;
/** Time constant of a correction: 37 % of it is left after this time. Milliseconds. */
const CORRECTION_MS = 90;
/** A longer distance in a tenth of a second is a jump: the player is shown there at once. Metres. */
const JUMP_METRES = 6;
/** `JUMP_METRES` grows by this for longer intervals; the value is faster than running. Metres a second. */
const JUMP_METRES_PER_SECOND = 8;

const TURN = Math.PI * 2;
/** The same angle by the shorter way, from −π to π. */
const shortTurn = (radians: number): number => radians - TURN * Math.round(radians / TURN);

/**
 * Milliseconds of extrapolated movement after `late` milliseconds without a new position. It first grows,
 * then returns to 0, because a player who stops sends no position either. At most 74.
 */
const extrapolatedMs = (late: number): number =>
  late < EXTRAPOLATION_MS ? late * (1 - late / EXTRAPOLATION_MS) ** 2 : 0;

/**
 * The interpolation buffer of one player: it turns positions that arrive at irregular times into a smooth
 * movement, shown with a short delay. It has no clock, and `advance` allocates nothing.
 */
export class Track {
  /** The newest positions, as a ring buffer. */
  readonly #places = new Float64Array(MAX_POSITIONS * STRIDE);
  #count = 0;
  /** Index of the newest position in the ring. */
  #newest = 0;
  /**
   * `#pause`: the usual interval between two positions. `#shownAt`: the time that is shown.
   * `#requestedAt`: when that time was requested. Milliseconds.
   */
  #pause = NEAR_PAUSE_MS;
  /** Whether the last interval was a long one. */
  #wasLong = false;
  #shownAt = 0;
  #requestedAt = 0;
  /** What is shown, and its distance from the interpolated position, which shrinks. x, y, z, yaw. */
  readonly #shown = new Float64Array(4);
  readonly #correction = new Float64Array(4);
  /** Scratch: the interpolated position. */
  readonly #interpolated = new Float64Array(4);

  /** Empties the buffer: the next position belongs to another player. */
  clear(): void {
    this.#count = 0;
    this.#pause = NEAR_PAUSE_MS;
    this.#wasLong = false;
  }

  /**
   * Adds the position at `time`, in milliseconds. A position that arrives out of order counts as the newest.
   */
  add(time: number, x: number, y: number, z: number, yaw: number): void {
    if (this.#count === 0) {
      this.#begin(time, x, y, z, yaw);
      return;
    }
    const before = this.#places[this.#newest * STRIDE] ?? 0;
    const at = Math.max(time, before + 1);
    const pause = at - before;
    const metres = this.#metresTo(x, y, z);
    const more = Math.min(pause, MAX_PAUSE_MS) - NEAR_PAUSE_MS;
    if (metres > JUMP_METRES + Math.max(0, more / 1000) * JUMP_METRES_PER_SECOND) {
      this.#begin(at, x, y, z, yaw);
      return;
    }
    this.#followPause(pause, metres, at);
    this.#push(at, x, y, z, yaw);
    // The shown player stands still, so a jump in time is not visible.
    if (this.#shownAt > before + EXTRAPOLATION_MS)
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
    this.#shownAt +=
      passed + Math.max(-passed * MAX_SPEED_CHANGE, Math.min(passed * MAX_SPEED_CHANGE, behind));
    this.#follow();
    const left = Math.exp(-passed / CORRECTION_MS);
    for (let i = 0; i < 4; i++) {
      const correction = (this.#correction[i] ?? 0) * left;
      this.#correction[i] = correction;
      const shown = (this.#interpolated[i] ?? 0) + correction;
      this.#shown[i] = shown;
      into[offset + i] = shown;
    }
  }

  #delay(): number {
    return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, this.#pause * DELAY_PAUSES));
  }

  /** The distance from the newest position. */
  #metresTo(x: number, y: number, z: number): number {
    const places = this.#places;
    const at = this.#newest * STRIDE;
    return Math.hypot(x - (places[at + 1] ?? 0), y - (places[at + 2] ?? 0), z - (places[at + 3] ?? 0));
  }

  /**
   * Adapts the usual interval to the interval before a new position. If the player stood still in that
   * interval, repeats the old position instead, for the moment when the player walked on.
   */
  #followPause(pause: number, metres: number, now: number): void {
    const isLong = pause > this.#pause * LONG_PAUSES;
    const isStop = pause > MAX_PAUSE_MS || (isLong && !this.#wasLong);
    this.#wasLong = isLong && pause <= MAX_PAUSE_MS;
    if (!isStop) this.#pause = Math.max(pause, this.#pause + (pause - this.#pause) * PAUSE_SHARE);
    const walked = Math.max(this.#pause, metres / WALK);
    if (!isStop || walked >= pause) return;
    // Without this extra position the player would move slowly during the whole interval.
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
    this.#shown.set(this.#interpolated);
  }

  #push(time: number, x: number, y: number, z: number, yaw: number): void {
    const places = this.#places;
    const turned = this.#count === 0 ? yaw : (places[this.#newest * STRIDE + 4] ?? 0);
    this.#newest = (this.#newest + 1) % MAX_POSITIONS;
    const at = this.#newest * STRIDE;
    places[at] = time;
    places[at + 1] = x;
    places[at + 2] = y;
    places[at + 3] = z;
    // Turns the shorter way, also across ±π.
    places[at + 4] = turned + shortTurn(yaw - turned);
    this.#count = Math.min(MAX_POSITIONS, this.#count + 1);
  }

  /**
   * Keeps the shown position, although a new position changes the interpolated one at once: the difference
   * becomes the correction, which shrinks slowly.
   */
  #keepShown(): void {
    this.#follow();
    for (let i = 0; i < 4; i++) this.#correction[i] = (this.#shown[i] ?? 0) - (this.#interpolated[i] ?? 0);
  }

  /** Interpolates the position at the time that is shown. */
  #follow(): void {
    const places = this.#places;
    let to = this.#newest;
    let from = to;
    for (let back = 1; back < this.#count; back++) {
      from = (this.#newest - back + MAX_POSITIONS) % MAX_POSITIONS;
      if ((places[from * STRIDE] ?? 0) <= this.#shownAt) break;
      // If all positions are later, both ends are the oldest position.
      to = from;
    }
    const start = places[from * STRIDE] ?? 0;
    const end = places[to * STRIDE] ?? 0;
    const time = this.#shownAt > end ? end + extrapolatedMs(this.#shownAt - end) : this.#shownAt;
    const share = end > start ? (time - start) / (end - start) : 1;
    for (let i = 1; i < STRIDE; i++) {
      const a = places[from * STRIDE + i] ?? 0;
      const b = places[to * STRIDE + i] ?? 0;
      this.#interpolated[i - 1] = a + (b - a) * share;
    }
  }
}
