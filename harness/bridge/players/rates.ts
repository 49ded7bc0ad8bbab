import { EMOTE_RATE, NAME_RATE, PLAYER_CHAT_RATE, REPORT_RATE } from '../../../data/presence/limits.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';

const rates = {
  emotes: EMOTE_RATE,
  names: NAME_RATE,
  chat: PLAYER_CHAT_RATE,
  reports: REPORT_RATE,
} as const;

/**
 * The rate limits of one visitor, for all tabs together. They are created on first use: most visitors only
 * walk.
 */
export class Rates {
  readonly #now: () => number;
  readonly #buckets: Partial<Record<keyof typeof rates, TokenBucket>> = {};

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the action is allowed now; if so it is counted. */
  take(what: keyof typeof rates): boolean {
    return (this.#buckets[what] ??= new TokenBucket(rates[what], this.#now)).take();
  }
}
