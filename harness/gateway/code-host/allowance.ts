/** The longest wait that a code host can ask for. */
export const MAX_WAIT_MS = 3_600_000;
/**
 * These last requests of a time are kept: the first number for first pages, so that further pages of a busy
 * day wait, the second for all the home's own requests, so that the visitors' diffs wait.
 */
const RESERVES = { page: 10, diff: 25 } as const;

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

  /** How long further pages or diffs are not read, because few requests are left. Milliseconds. */
  reservedMs(what: keyof typeof RESERVES, now: number): number {
    return this.#left < RESERVES[what] ? Math.max(0, this.#resetAt - now) : 0;
  }

  /** The time between two requests for the same one of several lists, so that what is left lasts. */
  paceMs(lists: number, now: number): number {
    const time = Math.max(0, this.#resetAt - now);
    return Number.isFinite(this.#left) ? Math.min(time, (time * lists) / Math.max(1, this.#left)) : 0;
  }
}
