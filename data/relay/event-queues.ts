/** An event of a relay that waits for verification. */
export interface Candidate {
  readonly id: string;
  readonly event: unknown;
  /** Index of the relay. */
  readonly relay: number;
  /** It came before the relay said that live events begin. */
  readonly stored: boolean;
}

/** Events of one relay that wait. This is also what gathers while the page is hidden. */
const MAX_WAITING = 200;

/**
 * One queue for each relay, and the relays take turns: one that floods fills its own queue and
 * delays the others by one event.
 */
export class EventQueues {
  /** Oldest first. */
  readonly #queues: Candidate[][];
  /** The relay whose turn it is. */
  #turn = 0;

  constructor(relays: number) {
    this.#queues = Array.from({ length: relays }, () => []);
  }

  /** Adds an event; true where the oldest of its relay had to go for it. */
  add(candidate: Candidate): boolean {
    const queue = this.#queues[candidate.relay];
    queue?.push(candidate);
    if (!queue || queue.length <= MAX_WAITING) return false;
    queue.shift();
    return true;
  }

  /** Takes the first event that fits from the next relay that has one. */
  next(fits: (candidate: Candidate) => boolean): Candidate | undefined {
    const candidate = this.takeFrom(this.#turn, fits);
    if (candidate) this.#turn = (candidate.relay + 1) % this.#queues.length;
    return candidate;
  }

  /** The same, beginning with this relay and leaving the turns as they are. */
  takeFrom(relay: number, fits: (candidate: Candidate) => boolean): Candidate | undefined {
    for (let i = 0; i < this.#queues.length; i++) {
      const queue = this.#queues[(relay + i) % this.#queues.length];
      const at = queue?.findIndex(fits) ?? -1;
      if (at >= 0) return queue?.splice(at, 1)[0];
    }
    return undefined;
  }
}
