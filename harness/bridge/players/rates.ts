import { EMOTE_RATE, NAME_RATE, PLAYER_CHAT_RATE, REPORT_RATE } from '../../../data/presence/limits.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';

const rates = {
  emotes: EMOTE_RATE,
  names: NAME_RATE,
  chat: PLAYER_CHAT_RATE,
  reports: REPORT_RATE,
} as const;

/** What one visitor may do in a while, with all tabs together. Most visitors only walk, and cost nothing here. */
export class Rates {
  readonly #now: () => number;
  readonly #buckets: Partial<Record<keyof typeof rates, TokenBucket>> = {};

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether it may be done now; if so it is counted. */
  take(what: keyof typeof rates): boolean {
    return (this.#buckets[what] ??= new TokenBucket(rates[what], this.#now)).take();
  }
}
