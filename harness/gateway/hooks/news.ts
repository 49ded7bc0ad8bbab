import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { CODE_HOST_READINGS } from '../../../data/apps/sources.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { inRepository } from '../../../data/readings/format.ts';
import type { CodeHostEvent } from './events.ts';

/** At most this many merges and milestones are sent to pages; the readings contain all of them. */
const SHOW_RATE = { burst: 8, perSecond: 0.2 } as const;
/** The readings are read again at most this often, however many webhooks come. */
const REFRESH_EVERY_MS = 3_000;
/** A run of the CI sends many webhooks, each about one of its checks. */
const REFRESH_WORK_EVERY_MS = 10_000;
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
   * @param onlyWork Whether only what is open has changed.
   */
  readonly refresh: (onlyWork: boolean) => void | Promise<void>;
  readonly visitors: () => number;
  /** The repository, if the home has several. */
  readonly label?: string | undefined;
  /** Limits what is shown of all repositories together. */
  readonly shows?: TokenBucket;
}

/** The limit of what is shown. */
export const showBucket = (now: () => number): TokenBucket => new TokenBucket(SHOW_RATE, now);

/** Sends events of a code host to the pages, and lets them read the new commits at once. */
export class CodeHostNews {
  readonly #tools: Tools;
  readonly #shows: TokenBucket;
  /** Set until the next refresh is allowed. */
  #timer: NodeJS.Timeout | undefined;
  #workTimer: NodeJS.Timeout | undefined;
  #again = false;
  #workAgain = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#shows = tools.shows ?? showBucket(tools.now);
  }

  tell(events: readonly CodeHostEvent[]): void {
    for (const event of events) this.#show(event);
    if (events.some(({ kind }) => kind === 'push' || kind === 'merged')) this.#refresh();
    else if (events.some(({ kind }) => kind === 'work')) this.#refreshWork();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#workTimer);
  }

  #show(event: CodeHostEvent): void {
    if (event.kind === 'push' || event.kind === 'work' || !this.#shows.take()) return;
    const title = inRepository(event.title, this.#tools.label);
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
    void this.#readAgain(false);
  }

  /** The same for what is open, less often. */
  #refreshWork(): void {
    if (this.#workTimer !== undefined) {
      this.#workAgain = true;
      return;
    }
    this.#workTimer = setTimeout(() => {
      this.#workTimer = undefined;
      if (!this.#workAgain) return;
      this.#workAgain = false;
      this.#refreshWork();
    }, REFRESH_WORK_EVERY_MS);
    this.#workTimer.unref();
    void this.#readAgain(true);
  }

  async #readAgain(onlyWork: boolean): Promise<void> {
    const { refresh, broadcast, visitors } = this.#tools;
    await refresh(onlyWork);
    broadcast({
      type: 'status-update',
      detail: {
        text: 'The code host has news.',
        readings: onlyWork ? ['openWork'] : [...CODE_HOST_READINGS],
        withinSeconds: spreadSeconds(visitors()),
      },
    });
  }
}
