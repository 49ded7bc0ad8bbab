/** The longest wait that a code host can ask for. */
const MAX_WAIT_MS = 3_600_000;
/** These last requests of a time are for first pages: further pages of a busy day wait. */
const RESERVE = 10;

/** `Retry-After` in milliseconds. The header has seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(MAX_WAIT_MS, Math.max(0, wait)) : undefined;
}

const countIn = (header: string | null): number | undefined =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/**
 * How many requests a code host still answers, as its last answer says: GitHub in `X-RateLimit-Remaining` and
 * `X-RateLimit-Reset`, GitLab in `RateLimit-Remaining` and `RateLimit-Reset`. The time is in seconds since
 * the epoch.
 */
export class Allowance {
  #left = Infinity;
  /** When all requests are allowed again. Milliseconds since the epoch. */
  #resetAt = 0;

  read(headers: Headers, now: number): void {
    const [left, reset] = ['remaining', 'reset'].map((name) =>
      countIn(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`)),
    );
    if (left === undefined || reset === undefined) return;
    this.#left = left;
    this.#resetAt = Math.min(reset * 1000, now + MAX_WAIT_MS);
  }

  /** The code host asks for no request for some time, also not after a webhook. */
  pause(waitMs: number, now: number): void {
    this.#left = 0;
    this.#resetAt = now + waitMs;
  }

  /** How long no request is allowed, in milliseconds. */
  waitMs(now: number): number {
    return this.#left > 0 ? 0 : Math.max(0, this.#resetAt - now);
  }

  /** Whether so few requests are left that further pages are not read. */
  isScarce(now: number): boolean {
    return this.#left < RESERVE && now < this.#resetAt;
  }

  /** The time between two requests for the same one of several lists, so that what is left lasts. */
  paceMs(lists: number, now: number): number {
    const time = Math.max(0, this.#resetAt - now);
    return Number.isFinite(this.#left) ? Math.min(time, (time * lists) / Math.max(1, this.#left)) : 0;
  }
}
