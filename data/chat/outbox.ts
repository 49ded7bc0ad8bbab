import { DAY_MS } from '../core/time.ts';
import * as v from 'valibot';
import { type Store, tryStorage } from '../core/environment.ts';
import { sessionKey } from '../offline/forget.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import { MAX_PENDING, chatKeyPrefix } from './chat.ts';
import { instant } from '../readings/schemas/bounds.ts';
import { CHAT_RATE, chatFrame, sessionSecret } from './protocol.ts';

/** A message of the visitor without an answer. */
export interface PendingChat {
  readonly id: string;
  readonly text: string;
  readonly ts: number;
  readonly seen?: string[] | undefined;
}

/** An older message is not sent again on a later visit. */
const MAX_AGE_MS = DAY_MS;

function parsePending(raw: string | null): PendingChat | undefined {
  try {
    const { id, text, ts, seen } = JSON.parse(raw ?? '') as Partial<PendingChat>;
    // Checks the message: visitors can edit the storage, and a refused message would be sent on every visit.
    const frame = v.safeParse(chatFrame, { type: 'chat', id, text, seen });
    return frame.success && v.is(instant, ts) ? { ...frame.output, ts } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The session's secret and the unanswered messages of one home, kept across reloads. Each message has its own
 * storage key, so that two tabs do not overwrite each other's messages.
 */
export class Outbox {
  readonly #store: Store | undefined;
  readonly #sessionKey: string;
  readonly #prefix: string;
  readonly #pending = new Map<string, PendingChat>();
  readonly #sent = new Set<string>();
  #session: string | undefined;
  readonly #bucket: TokenBucket;

  /** `now` in milliseconds since the epoch; `monotonicNow` is a clock that is never set back. */
  constructor(store: Store | undefined, base: string, now: number, monotonicNow: () => number) {
    this.#store = store;
    this.#sessionKey = sessionKey(base);
    this.#prefix = chatKeyPrefix(base);
    this.#bucket = new TokenBucket(CHAT_RATE, monotonicNow);
    for (const chat of this.#stored()) {
      if (now - chat.ts < MAX_AGE_MS) this.#pending.set(chat.id, chat);
      else this.#forget(chat.id);
    }
  }

  /** The session's secret. If storage is blocked or full, the secret lasts only until the page is closed. */
  get session(): string | undefined {
    const kept = tryStorage(() => this.#store?.getItem(this.#sessionKey), undefined);
    return v.is(sessionSecret, kept) ? kept : this.#session;
  }

  set session(secret: string | undefined) {
    this.#session = secret;
    tryStorage(() => {
      if (secret === undefined) this.#store?.removeItem(this.#sessionKey);
      else this.#store?.setItem(this.#sessionKey, secret);
    }, undefined);
  }

  /** Oldest first. */
  get pending(): readonly PendingChat[] {
    return [...this.#pending.values()].sort((a, b) => a.ts - b.ts);
  }

  get size(): number {
    return this.#pending.size;
  }

  has(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Adds a message, which `sendChat` has already stored. */
  add(chat: PendingChat): void {
    this.#pending.set(chat.id, chat);
  }

  /** Removes a message that was answered, finally refused or stopped. */
  remove(id: string): void {
    this.#pending.delete(id);
    this.#sent.delete(id);
    this.#forget(id);
  }

  /** Marks a message as unsent, or all messages after a reconnect, so that they are sent again. */
  requeue(id?: string): void {
    if (id === undefined) this.#sent.clear();
    else this.#sent.delete(id);
  }

  /** The next message, within the rate limit of the bridge; undefined if none may be sent. */
  next(): PendingChat | undefined {
    if (this.#sent.size === this.#pending.size) return undefined;
    const found = this.pending.find(({ id }) => !this.#sent.has(id));
    if (!found || !this.#bucket.take()) return undefined;
    this.#sent.add(found.id);
    return found;
  }

  /** Sends no message for this long, because the bridge has reported too many messages. */
  holdFor(seconds: number): void {
    this.#bucket.holdFor(seconds);
  }

  #forget(id: string): void {
    tryStorage(() => this.#store?.removeItem(this.#prefix + id), undefined);
  }

  #stored(): PendingChat[] {
    const store = this.#store;
    if (!store) return [];
    return tryStorage(() => {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      return keys
        .filter((key) => key?.startsWith(this.#prefix))
        .map((key) => parsePending(store.getItem(key ?? '')))
        .filter((chat) => chat !== undefined)
        .slice(0, MAX_PENDING);
    }, []);
  }
}
