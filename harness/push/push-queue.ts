import pLimit from 'p-limit';
import { hostOf } from '../../data/core/http.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { Log } from '../core/log.ts';
import type { Delivery, PushService } from './push-service.ts';
import type { PushStore } from './push-store.ts';

/** The most messages that wait at once; each has about half a kilobyte. */
const MAX_WAITING = 1_000;
const MAX_CONCURRENT = 8;
const MAX_ATTEMPTS = 6;
/** The pause after the first failed attempt. It doubles after each further attempt. */
const FIRST_PAUSE_MS = 2_000;

export interface QueuedMessage extends Delivery {
  /** The id of the subscription. */
  readonly to: number;
  /** After this moment the message is of no use. Milliseconds since the epoch. */
  readonly until: number;
  /**
   * Whether the message is about an agent. It is sent only if the owner is still signed in in this browser.
   */
  readonly isOwners?: boolean;
  /** Whether the message only takes a notice back. */
  readonly closes?: boolean;
}

interface Job {
  message: QueuedMessage;
  attempts: number;
  isSending: boolean;
  /** The newest message that was added while `message` was sent. */
  next: QueuedMessage | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface QueueOptions {
  readonly store: PushStore;
  readonly service: Pick<PushService, 'send'>;
  readonly now: () => number;
  readonly log: Log['line'];
}

/**
 * Sends messages to push services. For each topic and browser, at most one message waits: a newer message
 * replaces one that was not sent yet. After a temporary failure, a message is sent again as long as it is of
 * use.
 */
export class PushQueue {
  readonly #options: QueueOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #limit = pLimit(MAX_CONCURRENT);
  /** The keys of the lines that are already in the log. */
  readonly #logged = new Set<string>();
  #isClosed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** How many messages wait or are being sent. */
  get size(): number {
    return this.#jobs.size;
  }

  add(message: QueuedMessage): void {
    const key = `${message.to} ${message.topic}`;
    const job = this.#jobs.get(key);
    if (!job) return this.#begin(key, message);
    if (job.isSending) {
      job.next = message;
      return;
    }
    // The browser has never received the notice, so there is nothing to take back.
    if (message.closes && job.attempts === 0) return this.#end(key);
    // Only the message is replaced; a pause that the push service asked for goes on.
    job.message = message;
  }

  close(): void {
    this.#isClosed = true;
    this.#limit.clearQueue();
    for (const key of this.#jobs.keys()) this.#end(key);
  }

  #begin(key: string, message: QueuedMessage): void {
    if (this.#isClosed) return;
    if (this.#jobs.size >= MAX_WAITING)
      return this.#logOnce(
        'queue',
        `more than ${MAX_WAITING} notices wait to be sent: further ones are left out`,
      );
    this.#jobs.set(key, { message, attempts: 0, isSending: false, next: undefined, timer: undefined });
    this.#line(key);
  }

  #line(key: string): void {
    this.#limit(() => this.#attempt(key)).catch((error: unknown) => {
      this.#logOnce('attempt', `a notice could not be sent: ${errorMessage(error)}`);
      this.#end(key);
    });
  }

  #end(key: string): void {
    clearTimeout(this.#jobs.get(key)?.timer);
    this.#jobs.delete(key);
  }

  async #attempt(key: string): Promise<void> {
    const job = this.#jobs.get(key);
    // A job may be in the queue twice, if its notice was taken back and added again.
    if (!job || job.isSending) return;
    const { store, service, now } = this.#options;
    const subscription = store.find(job.message.to);
    const isWanted = subscription && (subscription.device !== undefined || !job.message.isOwners);
    if (!isWanted || job.message.until <= now()) return this.#end(key);
    job.isSending = true;
    job.attempts += 1;
    const outcome = await service.send(subscription, job.message);
    job.isSending = false;
    if (this.#isClosed) return;
    const host = hostOf(subscription.endpoint);
    if (outcome.result === 'gone') {
      store.remove(subscription.id);
      return this.#end(key);
    }
    if (outcome.result === 'refused')
      this.#logOnce(`${host} ${outcome.cause}`, `${host} did not take a notice: ${outcome.cause}`);
    if (outcome.result === 'later') {
      if (job.next) job.message = job.next;
      job.next = undefined;
      return this.#pause(key, job, outcome.afterMs, `${host}: ${outcome.cause}`);
    }
    const { next } = job;
    this.#end(key);
    if (next) this.#begin(key, next);
  }

  #pause(key: string, job: Job, afterMs: number | undefined, cause: string): void {
    const backOffMs = FIRST_PAUSE_MS * 2 ** (job.attempts - 1);
    // Adds up to a quarter, so that the messages of a push service that failed do not come back all at once.
    const ms = afterMs ?? backOffMs * (1 + Math.random() / 4);
    if (job.attempts >= MAX_ATTEMPTS || this.#options.now() + ms >= job.message.until) {
      this.#logOnce(cause, `a notice could not be sent; ${cause}`);
      return this.#end(key);
    }
    job.timer = setTimeout(() => this.#line(key), ms);
    job.timer.unref();
  }

  #logOnce(key: string, line: string): void {
    // The size is limited, because strangers can add addresses.
    if (this.#logged.has(key) || this.#logged.size >= 100) return;
    this.#logged.add(key);
    this.#options.log(line, 'error');
  }
}
