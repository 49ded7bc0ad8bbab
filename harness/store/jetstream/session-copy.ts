import type { ChatMessageFrame } from '../../../data/chat/protocol.ts';
import { MAX_HISTORY_BYTES, MAX_HISTORY_MESSAGES, MAX_SESSION_BYTES } from '../conversation-store.ts';

/** What a message takes besides its text, in bytes: as the SQLite file counts it. */
const MESSAGE_BYTES = 200;

interface Kept {
  readonly frame: ChatMessageFrame;
  /** When the server stored the message, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** A gateway's copy of one session: its newest messages, without a gap. */
export class SessionCopy {
  readonly #messages = new Map<string, Kept>();
  #last = 0;
  #bytes = 0;

  /** The newest sequence of the session that was read; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds the next record of the stream. A record without a message only sets `last`. Known records are
   * ignored, so that two readers may run at once.
   */
  add(seq: number, at: number, frame?: ChatMessageFrame): void {
    if (seq <= this.#last) return;
    this.#last = seq;
    if (!frame || this.#messages.has(frame.id)) return;
    const bytes = Buffer.byteLength(JSON.stringify(frame)) + MESSAGE_BYTES;
    this.#messages.set(frame.id, { frame, at, bytes });
    this.#bytes += bytes;
  }

  /**
   * Drops the messages from before a moment, and the oldest messages until the others fit.
   * @returns The first sequence to keep if the session had too many bytes; otherwise undefined.
   */
  trim(before: number): number | undefined {
    let isTooLarge = false;
    for (const { frame, at, bytes } of this.#messages.values()) {
      const isOver = this.#bytes > MAX_SESSION_BYTES;
      if (!isOver && this.#messages.size <= MAX_HISTORY_MESSAGES && at >= before)
        return isTooLarge ? frame.seq : undefined;
      isTooLarge ||= isOver;
      this.#messages.delete(frame.id);
      this.#bytes -= bytes;
    }
    return undefined;
  }

  message(id: string): ChatMessageFrame | undefined {
    return this.#messages.get(id)?.frame;
  }

  latest(count: number): ChatMessageFrame[] {
    return [...this.#messages.values()].slice(-count).map(({ frame }) => frame);
  }

  /** The messages after a cursor, oldest first; if there are too many for one resume, only the newest. */
  after(cursor: number): ChatMessageFrame[] {
    const frames: ChatMessageFrame[] = [];
    let bytes = 0;
    for (const kept of [...this.#messages.values()].reverse()) {
      bytes += kept.bytes - MESSAGE_BYTES;
      if (kept.frame.seq <= cursor || bytes > MAX_HISTORY_BYTES) break;
      frames.push(kept.frame);
    }
    return frames.reverse();
  }
}

/** Limits for all copies together. A session that has lost its copy is read again when it is used. */
const MAX_COPIES = 2_048;
const MAX_COPIED_BYTES = 64 * 1024 * 1024;

/** An LRU cache of session copies. */
export class SessionCopies {
  /** The most recently used copy is at the end. */
  readonly #copies = new Map<string, SessionCopy>();

  /** The copy of a session; an empty one if it is not cached. */
  of(session: string): SessionCopy {
    const known = this.#copies.get(session);
    if (!known) this.#makeRoom();
    const copy = known ?? new SessionCopy();
    this.#copies.delete(session);
    this.#copies.set(session, copy);
    return copy;
  }

  /**
   * Replaces the copy of a session by an empty one, because the stream has no more messages of the session,
   * or has been reset.
   */
  startAgain(session: string): SessionCopy {
    this.#copies.delete(session);
    return this.of(session);
  }

  #makeRoom(): void {
    let [count, bytes] = [0, 0];
    for (const [session, copy] of [...this.#copies].reverse()) {
      count += 1;
      bytes += copy.bytes;
      if (count >= MAX_COPIES || bytes > MAX_COPIED_BYTES) this.#copies.delete(session);
    }
  }
}
