import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { CodeHostEvent } from './events.ts';

/** At most this many merges and milestones are sent to pages; the readings contain all of them. */
const SHOW_RATE = { burst: 8, perSecond: 0.2 } as const;
/** The readings are read again at most this often, however many webhooks come. */
const REFRESH_EVERY_MS = 3_000;
/** The number of pages that read the readings again within one second. */
const PAGES_PER_SECOND = 200;
/** After this time, pages poll anyway. */
const MAX_SPREAD_SECONDS = 60;

/** The number of seconds over which the pages of this many visitors should spread their requests. */
export const spreadSeconds = (visitors: number): number =>
  Math.min(MAX_SPREAD_SECONDS, Math.ceil(visitors / PAGES_PER_SECOND));

interface Tools {
  readonly now: () => number;
  readonly broadcast: (frame: ServerFrame) => void;
  /**
   * Reads the code host again for the home itself, bypassing every cache; resolves when no cache has old
   * answers.
   */
  readonly refresh: () => void | Promise<void>;
  readonly visitors: () => number;
}

/** Sends events of a code host to the pages, and lets them read the new commits at once. */
export class CodeHostNews {
  readonly #tools: Tools;
  readonly #shows: TokenBucket;
  #timer: NodeJS.Timeout | undefined;
  #again = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#shows = new TokenBucket(SHOW_RATE, tools.now);
  }

  tell(events: readonly CodeHostEvent[]): void {
    for (const event of events) this.#show(event);
    if (events.some(({ kind }) => kind !== 'milestone')) this.#refresh();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #show(event: CodeHostEvent): void {
    if (event.kind === 'push' || !this.#shows.take()) return;
    const { title } = event;
    if (event.kind === 'milestone') this.#tools.broadcast({ type: 'milestone-complete', detail: { title } });
    else
      this.#tools.broadcast({
        type: 'pr-notification',
        detail: { action: 'merged', number: event.number, title },
      });
  }

  /** Refreshes at once. Calls within `REFRESH_EVERY_MS` cause one more refresh at the end of this time. */
  #refresh(): void {
    if (this.#timer !== undefined) {
      this.#again = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.#refresh();
    }, REFRESH_EVERY_MS);
    this.#timer.unref();
    void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const { refresh, broadcast, visitors } = this.#tools;
    await refresh();
    broadcast({
      type: 'status-update',
      detail: {
        text: 'The code host has news.',
        readings: ['commits', 'merged'],
        withinSeconds: spreadSeconds(visitors()),
      },
    });
  }
}
