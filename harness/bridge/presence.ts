import { createHash } from 'node:crypto';
import type { ServerFrame } from '../../data/chat/protocol.ts';

/** Visitors who come or leave within this time are announced in one frame. */
const ANNOUNCE_EVERY_MS = 250;
/** The most players that one frame names; `count` has all of them. */
const MAX_NAMED_PLAYERS = 20;

/** A pseudonym of a visitor for others; because of the salt it does not reveal the session. */
const alias = (session: string, salt: string): string =>
  createHash('sha256').update(`${salt}:${session}`).digest('hex').slice(0, 8);

/** The sessions that are connected, announced as `player-joined` and `player-left`. */
export class Presence {
  readonly #announce: (frame: ServerFrame) => void;
  readonly #salt: string;
  readonly #remoteVisitors: () => number;
  readonly #present = new Set<string>();
  readonly #changes = new Map<string, 'player-joined' | 'player-left'>();
  #timer: NodeJS.Timeout | undefined;

  /** @param remoteVisitors The visitors at the other gateways of this world. */
  constructor(announce: (frame: ServerFrame) => void, salt: string, remoteVisitors: () => number = () => 0) {
    this.#announce = announce;
    this.#salt = salt;
    this.#remoteVisitors = remoteVisitors;
  }

  /** The visitors at this gateway. */
  get visitors(): number {
    return this.#present.size;
  }

  joined(session: string): void {
    if (this.#present.has(session)) return;
    this.#present.add(session);
    this.#note(session, 'player-joined');
  }

  left(session: string): void {
    if (this.#present.delete(session)) this.#note(session, 'player-left');
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #note(session: string, change: 'player-joined' | 'player-left'): void {
    // A reload of the page leaves and joins at once: the two cancel each other.
    if (this.#changes.has(session) && this.#changes.get(session) !== change) this.#changes.delete(session);
    else this.#changes.set(session, change);
    this.#timer ??= setTimeout(() => this.#flush(), ANNOUNCE_EVERY_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const visitors = this.#present.size + this.#remoteVisitors();
    for (const type of ['player-left', 'player-joined'] as const) {
      const sessions = [...this.#changes].filter(([, change]) => change === type).map(([session]) => session);
      if (sessions.length === 0) continue;
      const players = sessions.slice(0, MAX_NAMED_PLAYERS).map((session) => alias(session, this.#salt));
      this.#announce({ type, detail: { players, count: sessions.length, visitors } });
    }
    this.#changes.clear();
  }
}
