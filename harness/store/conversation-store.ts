import type { ChatMessageFrame } from '../../data/chat/protocol.ts';

export interface Session {
  readonly id: string;
  /** Stored in the visitor's browser; the store has only its hash. */
  readonly secret: string;
  readonly resumed: boolean;
}

/** About a session that has just begun. */
export interface Opening {
  /** The mark of the visitor's network (`householdMark`); without it the session is a separate household. */
  readonly household?: string;
  /** Whether a new session may begin; `true` by default. */
  readonly mayBegin?: boolean;
}

export type NewMessage = Omit<ChatMessageFrame, 'type' | 'seq'>;

/** A stored message. */
export interface StoredMessage {
  readonly frame: ChatMessageFrame;
  /** False if the id of the message was known: the gateway that stored it first answers it. */
  readonly isNew: boolean;
}

type Awaitable<T> = T | Promise<T>;

/**
 * Sessions and their messages. SQLite answers synchronously, a server asynchronously. Every method may throw
 * or reject; the caller then informs the visitor.
 */
export interface ConversationStore {
  /**
   * The session of this secret, or a new one with a new secret: a visitor cannot choose their own. Throws a
   * `NoNewSessionError` if a new session would be needed but may not begin.
   */
  openSession(secret: string | undefined, opening?: Opening): Awaitable<Session>;

  /**
   * Stores a message once, under the session's next `seq`. A message whose id is known is returned as it was
   * stored.
   */
  append(session: string, message: NewMessage): Awaitable<StoredMessage>;

  message(session: string, id: string): Awaitable<ChatMessageFrame | undefined>;

  /** The newest `seq` of a session; 0 before its first message. */
  lastSeq(session: string): Awaitable<number>;

  /** The messages after a cursor, oldest first; if there are too many for one resume, only the newest. */
  after(session: string, cursor: number): Awaitable<ChatMessageFrame[]>;

  /** The newest messages of a session, oldest first. */
  latest(session: string, count: number): Awaitable<ChatMessageFrame[]>;
}

/** The secret belongs to no session, and no new one may begin. */
export class NoNewSessionError extends Error {
  override readonly name = 'NoNewSessionError';
}

/** The store cannot be reached now. The same call may succeed later: a message is stored once. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(cause?: unknown) {
    super('the conversations cannot be reached now', { cause });
  }
}

/** One resume sends as many of the newest messages as fit into both limits. */
export const MAX_HISTORY_BYTES = 512 * 1024;
export const MAX_HISTORY_MESSAGES = 1_000;
/**
 * Bytes of one session; beyond them its oldest messages are deleted. More than one resume sends, so
 * that no message is deleted that a page still shows.
 */
export const MAX_SESSION_BYTES = 2 * 1024 * 1024;
/** A session without messages is deleted after a day, or sooner if there are too many. */
export const MAX_EMPTY_SESSION_AGE_MS = 24 * 60 * 60 * 1000;
export const MAX_EMPTY_SESSIONS = 50_000;
/** Bytes of all conversations, unless the owner chooses another figure (`--max-store`). */
export const DEFAULT_STORE_BYTES = 500_000_000;
/** The share of its bytes that a session keeps when old messages are deleted in it. */
export const KEPT_SHARE = 0.75;

/**
 * About what a message takes in the database; `conversations-schema.ts` counts the same 200 bytes beside the
 * text.
 */
export const storedBytes = (text: string): number => new TextEncoder().encode(text).length + 200;
