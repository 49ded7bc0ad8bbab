import { EMOTE_RATE, NAME_RATE, PLAYER_CHAT_RATE, REPORT_RATE } from '../../../data/presence/limits.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';

/** What one visitor may do in a while, with all tabs together. */
export class Rates {
  readonly emotes: TokenBucket;
  readonly names: TokenBucket;
  readonly chat: TokenBucket;
  readonly reports: TokenBucket;

  constructor(now: () => number) {
    this.emotes = new TokenBucket(EMOTE_RATE, now);
    this.names = new TokenBucket(NAME_RATE, now);
    this.chat = new TokenBucket(PLAYER_CHAT_RATE, now);
    this.reports = new TokenBucket(REPORT_RATE, now);
  }
}
