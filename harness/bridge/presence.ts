import { createHash } from 'node:crypto';
import type { ServerFrame } from '../../data/chat/protocol.ts';

/** Visitors who come or leave within this time are announced in one frame. */
const ANNOUNCE_EVERY_MS = 250;
/** The maximum number of visible players that one frame names; `count` also includes the others. */
const MAX_NAMED_PLAYERS = 20;

/** A pseudonym of a visitor for others; because of the salt it does not reveal the session. */
const alias = (session: string, salt: string): string =>
  createHash('sha256').update(`${salt}:${session}`).digest('hex').slice(0, 8);

interface Tools {
  /** `frameFor` returns the frame for a visitor whom the announcement itself is about. */
  readonly announce: (frame: ServerFrame, frameFor: (session: string) => ServerFrame | undefined) => void;
  readonly salt: string;
  /** Whether others see the light of this visitor. */
  readonly isVisible: (session: string) => boolean;
  /** The visitors at the other gateways of this world. */
  readonly remoteVisitors: () => number;
}

/**
 * The sessions that are connected, announced as `player-joined` and `player-left`. Hidden visitors are only
 * counted: a name would show when the same visitor comes back.
 */
export class Presence {
  readonly #tools: Tools;
  readonly #present = new Set<string>();
  readonly #joined = new Set<string>();
  /** The pseudonyms of the visitors who left, by session; undefined for a hidden one. */
  readonly #left = new Map<string, string | undefined>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** The visitors at this gateway. */
  get visitors(): number {
    return this.#present.size;
  }

  joined(session: string): void {
    if (this.#present.has(session)) return;
    this.#present.add(session);
    // A reload of the page leaves and joins at once: the two cancel each other.
    if (!this.#left.delete(session)) this.#joined.add(session);
    this.#announceSoon();
  }

  /** Call it before the visitor's light is removed: the announcement names only visible visitors. */
  left(session: string): void {
    if (!this.#present.delete(session)) return;
    if (!this.#joined.delete(session)) this.#left.set(session, this.#nameOf(session));
    this.#announceSoon();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** The pseudonym of a visitor; undefined for a hidden one. */
  #nameOf(session: string): string | undefined {
    return this.#tools.isVisible(session) ? alias(session, this.#tools.salt) : undefined;
  }

  #announceSoon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), ANNOUNCE_EVERY_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#send('player-left', this.#left);
    this.#send(
      'player-joined',
      new Map([...this.#joined].map((session) => [session, this.#nameOf(session)])),
    );
    this.#left.clear();
    this.#joined.clear();
  }

  /** Announces sessions with their names. A visitor is told about the others only. */
  #send(type: 'player-left' | 'player-joined', names: ReadonlyMap<string, string | undefined>): void {
    const count = names.size;
    if (count === 0) return;
    const players = [...names.values()].filter((name) => name !== undefined).slice(0, MAX_NAMED_PLAYERS);
    const visitors = this.#present.size + this.#tools.remoteVisitors();
    this.#tools.announce({ type, detail: { players, count, visitors } }, (session) => {
      if (!names.has(session)) return undefined;
      const others = players.filter((name) => name !== names.get(session));
      return { type, detail: { players: others, count: count - 1, visitors } };
    });
  }
}
