import { errorMessage } from '../../../data/core/text.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { Log } from '../../core/log.ts';
import { StoreUnavailableError } from '../../store/conversation-store.ts';
import type { AnyFrame } from './client-frames.ts';
import { closeCodes, errorFrame, type Peer } from './peer.ts';

/**
 * Pages send their chats again every five seconds while the store is unavailable: one line in the log is
 * enough.
 */
const AWAY_LOG_RATE = { burst: 1, perSecond: 1 / 30 } as const;

/** Informs a client and the log that a frame could not be handled. */
export class FailedFrames {
  readonly #log: Log['line'];
  readonly #awayLog: TokenBucket;

  constructor({ log, now }: { readonly log: Log['line']; readonly now: () => number }) {
    this.#log = log;
    this.#awayLog = new TokenBucket(AWAY_LOG_RATE, now);
  }

  tell(peer: Peer, frame: AnyFrame, error: unknown): void {
    const isAway = error instanceof StoreUnavailableError;
    const cause = isAway ? error.cause : undefined;
    // An error without a cause means that the connection to the store is down; the log has a line about that
    // already.
    if (!isAway || (cause !== undefined && this.#awayLog.take()))
      this.#log(
        `a ${frame.type} frame could not be handled: ${errorMessage(error)}${cause === undefined ? '' : ` (${errorMessage(cause)})`}`,
        'error',
      );
    // The frame was a hello. The page connects again by itself, after a longer delay each time.
    if (isAway && peer.role === undefined)
      return peer.close(closeCodes.tryLater, 'the conversations cannot be reached now');
    const ref = frame.type === 'chat' || frame.type === 'stop' ? frame.id : undefined;
    // A page repeats a chat that was refused as busy.
    const code = isAway ? 'busy' : 'internal';
    peer.send(errorFrame(code, 'The home could not store or read this conversation. Try again.', ref));
    if (peer.role === undefined) peer.close(closeCodes.internal, 'the session could not be opened');
  }
}
