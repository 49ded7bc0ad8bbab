/** An event of a relay that waits for verification. */
export interface Candidate {
  readonly id: string;
  readonly event: unknown;
  readonly fingerprint: number;
  /** The index of the relay. */
  readonly relay: number;
  /** Whether the relay sent the event before it announced live events (EOSE). */
  readonly stored: boolean;
}

/** The maximum number of waiting events per relay. While the page is hidden, events collect here. */
const MAX_WAITING = 200;

/**
 * One queue per relay, and the relays take turns: a relay that floods fills only its own queue and delays the
 * others by one event.
 */
export class EventQueues {
  /** Oldest first. */
  readonly #queues: Candidate[][];
  /** The relay whose turn it is. */
  #turn = 0;

  constructor(relays: number) {
    this.#queues = Array.from({ length: relays }, () => []);
  }

  /** Adds an event. Returns true if the oldest event of its relay was dropped for it. */
  add(candidate: Candidate): boolean {
    const queue = this.#queues[candidate.relay];
    queue?.push(candidate);
    if (!queue || queue.length <= MAX_WAITING) return false;
    queue.shift();
    return true;
  }

  /** Takes the first matching event, from the next relay that has one. */
  next(fits: (candidate: Candidate) => boolean): Candidate | undefined {
    const candidate = this.takeFrom(this.#turn, fits);
    if (candidate) this.#turn = (candidate.relay + 1) % this.#queues.length;
    return candidate;
  }

  /** Like `next`, but starts at this relay and does not change the turn. */
  takeFrom(relay: number, fits: (candidate: Candidate) => boolean): Candidate | undefined {
    for (let i = 0; i < this.#queues.length; i++) {
      const queue = this.#queues[(relay + i) % this.#queues.length];
      const at = queue?.findIndex(fits) ?? -1;
      if (at >= 0) return queue?.splice(at, 1)[0];
    }
    return undefined;
  }
}
