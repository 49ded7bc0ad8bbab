import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type PageIo, ownerRequest } from '../../data/owner/owner-request.ts';
import { usageAnswer, type UsageAnswer } from '../../data/usage/usage.ts';

/** How often it is read while the page is visible: counters of agents come once a minute. */
const READ_EVERY_MS = 30_000;

/** What the owner's agents have used, read as long as the element is in the page. */
export class UsageReading implements ReactiveController {
  answer: UsageAnswer | undefined;
  /** Why the last request failed; empty if it did not. */
  problem = '';

  readonly #host: ReactiveControllerHost;
  readonly #onSignedOut: () => Promise<void> | void;
  #io: PageIo | undefined;
  #days = 1;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, onSignedOut: () => Promise<void> | void) {
    this.#host = host;
    this.#onSignedOut = onSignedOut;
    host.addController(this);
  }

  get isReading(): boolean {
    return this.#io !== undefined;
  }

  /** Reads the last days, today included, and reads them again from now on. */
  async read(io: PageIo, days: number): Promise<void> {
    this.#io = io;
    this.#days = days;
    this.#timer ??= setInterval(() => void (document.hidden || this.#read()), READ_EVERY_MS);
    await this.#read();
  }

  hostConnected(): void {
    if (this.#io) void this.read(this.#io, this.#days);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #read(): Promise<void> {
    const days = this.#days;
    if (!this.#io) return;
    const result = await ownerRequest(this.#io, `api/usage?days=${days}`, { schema: usageAnswer });
    // The owner may have chosen other days meanwhile.
    if (days !== this.#days) return;
    if (result.ok) {
      this.answer = result.value;
      this.problem = '';
    } else if (result.status === 401) {
      this.hostDisconnected();
      await this.#onSignedOut();
      this.#io = this.answer = undefined;
    } else this.problem = result.message;
    this.#host.requestUpdate();
  }
}
