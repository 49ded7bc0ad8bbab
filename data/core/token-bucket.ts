export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A rate limit: a burst, then a steady pace (token bucket). */
export class TokenBucket {
  #tokens: number;
  #filledAt: number;
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;

  constructor(rate: Rate, now: () => number) {
    this.#burst = rate.burst;
    this.#perSecond = rate.perSecond;
    this.#now = now;
    this.#tokens = rate.burst;
    this.#filledAt = now();
  }

  /** Whether at least `count` tokens are left. */
  has(count = 1): boolean {
    this.#fill();
    return this.#tokens >= count;
  }

  /** Uses `count` tokens if they are left. Returns whether it did. */
  take(count = 1): boolean {
    if (!this.has(count)) return false;
    this.#tokens -= count;
    return true;
  }

  /** Uses `count` tokens unconditionally. While the number is below zero, `take` refuses. */
  spend(count: number): void {
    this.#fill();
    this.#tokens -= count;
  }

  /** Makes `take` refuse for this many seconds. */
  holdFor(seconds: number): void {
    this.#filledAt = this.#now();
    this.#tokens = 1 - seconds * this.#perSecond;
  }

  get isFull(): boolean {
    this.#fill();
    return this.#tokens >= this.#burst;
  }

  #fill(): void {
    const now = this.#now();
    // A clock that was set back must not remove tokens.
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + seconds * this.#perSecond);
    this.#filledAt = now;
  }
}
