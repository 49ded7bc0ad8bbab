import type { ChatMessageFrame } from '../../data/chat/protocol.ts';

export interface Session {
  readonly id: string;
  /** The visitor's browser stores the secret; this store has only its hash. */
  readonly secret: string;
  readonly resumed: boolean;
}

/** Options for opening a session. */
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
  /** False if a message with this id was stored before. Then the gateway that stored it answers it. */
  readonly isNew: boolean;
}

type Awaitable<T> = T | Promise<T>;

/**
 * Sessions and their messages. SQLite answers synchronously, a server asynchronously. Every method may throw
 * or reject; the caller then informs the visitor.
 */
export interface ConversationStore {
  /**
   * Returns the session of this secret, or a new session with a new secret, because a visitor must not choose
   * a secret. Throws a `NoNewSessionError` if a new session would be needed but may not begin.
   */
  openSession(secret: string | undefined, opening?: Opening): Awaitable<Session>;

  /**
   * Stores a message under the next `seq` of the session. If a message with this id is already stored,
   * returns that message.
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

/** The store cannot be reached now. The same call may succeed later; the message is stored only once. */
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
 * The maximum bytes of one session. Above it, the oldest messages of the session are deleted. It is more than
 * one resume sends, so that no message is deleted that a page still shows.
 */
export const MAX_SESSION_BYTES = 2 * 1024 * 1024;
/** A session without messages is deleted after a day, or sooner if there are too many. */
export const MAX_EMPTY_SESSION_AGE_MS = 24 * 60 * 60 * 1000;
export const MAX_EMPTY_SESSIONS = 50_000;
/** The maximum bytes of all conversations, unless the owner chooses another figure (`--max-store`). */
export const DEFAULT_STORE_BYTES = 500_000_000;
/** The share of its bytes that a session keeps when old messages are deleted in it. */
export const KEPT_SHARE = 0.75;

/**
 * About how many bytes a message takes in the database. `conversations-schema.ts` also counts 200 bytes
 * besides the text.
 */
export const storedBytes = (text: string): number => new TextEncoder().encode(text).length + 200;
