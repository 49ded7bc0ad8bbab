import { createHash } from 'node:crypto';
import type { ServerFrame } from '../../data/chat/protocol.ts';

/** Comings and goings are told together, at most this often: a crowd at the door is one frame, not one for each. */
const TELL_EVERY_MS = 250;
const NAMED = 20;

/** A name for others to tell a visitor by, that leads back to nothing. */
const alias = (session: number, salt: string): string =>
  createHash('sha256').update(`${salt}:${session}`).digest('hex').slice(0, 8);

/** Who is here, for `player-joined` and `player-left`. */
export class Presence {
  readonly #tell: (frame: ServerFrame) => void;
  readonly #salt: string;
  readonly #here = new Set<number>();
  readonly #changes = new Map<number, 'player-joined' | 'player-left'>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (frame: ServerFrame) => void, salt: string) {
    this.#tell = tell;
    this.#salt = salt;
  }

  get visitors(): number {
    return this.#here.size;
  }

  joined(session: number): void {
    if (this.#here.has(session)) return;
    this.#here.add(session);
    this.#note(session, 'player-joined');
  }

  left(session: number): void {
    if (this.#here.delete(session)) this.#note(session, 'player-left');
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #note(session: number, change: 'player-joined' | 'player-left'): void {
    // A reload leaves and joins within the same moment: nobody needs to hear of it.
    if (this.#changes.has(session) && this.#changes.get(session) !== change) this.#changes.delete(session);
    else this.#changes.set(session, change);
    this.#timer ??= setTimeout(() => this.#flush(), TELL_EVERY_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    for (const type of ['player-left', 'player-joined'] as const) {
      const sessions = [...this.#changes].filter(([, change]) => change === type).map(([session]) => session);
      if (sessions.length === 0) continue;
      const players = sessions.slice(0, NAMED).map((session) => alias(session, this.#salt));
      this.#tell({ type, detail: { players, count: sessions.length, visitors: this.#here.size } });
    }
    this.#changes.clear();
  }
}
