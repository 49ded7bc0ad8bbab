import type { Signal } from '@lit-labs/signals';
import {
  type ReportedActivity,
  type ResidentActivity,
  nextActivity,
} from '../../data/readings/schemas/resident-activity.ts';
import { type Rate, TokenBucket } from '../../data/core/token-bucket.ts';

/** How often clients get a record. If an agent reports faster, they get the newest one. */
const ACTIVITY_RATE: Rate = { burst: 10, perSecond: 1 };

/**
 * What the resident does now, from the reports of its agent. It is kept in memory only: after a
 * restart the home does not know what the agent does until the next report.
 */
export class PresentActivity {
  readonly #record: Signal.State<ResidentActivity | undefined>;
  readonly #announce: (activity: ResidentActivity) => void;
  readonly #now: () => number;
  readonly #bucket: TokenBucket;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param record Where the newest record is kept: the state of the home.
   * @param announce Sends a record to the clients.
   */
  constructor(
    record: Signal.State<ResidentActivity | undefined>,
    announce: (activity: ResidentActivity) => void,
    now: () => number,
  ) {
    this.#record = record;
    this.#announce = announce;
    this.#now = now;
    this.#bucket = new TokenBucket(ACTIVITY_RATE, now);
  }

  /** The newest record; undefined until the first report. */
  get current(): ResidentActivity | undefined {
    return this.#record.get();
  }

  /**
   * Handles a report. Clients get its record at once, or as soon as the rate allows, unless a newer one
   * comes.
   */
  report(reported: ReportedActivity): ResidentActivity {
    const activity = nextActivity(this.current, reported, this.#now());
    this.#record.set(activity);
    this.#send();
    return activity;
  }

  /** Stores a record that another gateway has sent to all clients. */
  receive(activity: ResidentActivity): void {
    this.#record.set(activity);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #send(): void {
    const { current } = this;
    if (this.#closed || this.#timer !== undefined || current === undefined) return;
    if (this.#bucket.take()) return this.#announce(current);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, 1000 / ACTIVITY_RATE.perSecond);
    this.#timer.unref();
  }
}
