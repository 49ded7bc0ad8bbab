/** A burst, then a steady pace. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;
  private readonly burst: number;
  private readonly perSecond: number;
  private readonly now: () => number;

  constructor(rate: { readonly burst: number; readonly perSecond: number }, now: () => number) {
    this.burst = rate.burst;
    this.perSecond = rate.perSecond;
    this.now = now;
    this.tokens = rate.burst;
    this.filledAt = now();
  }

  /** Whether one more is allowed now; if so it counts. */
  take(): boolean {
    const now = this.now();
    // A clock that is set back takes nothing away.
    const seconds = Math.max(0, now - this.filledAt) / 1000;
    this.tokens = Math.min(this.burst, this.tokens + seconds * this.perSecond);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
