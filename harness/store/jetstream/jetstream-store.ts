import type { JetStreamClient, JetStreamManager, PubAck, StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import * as v from 'valibot';
import { type ChatMessageFrame, chatMessage } from '../../../data/chat/protocol.ts';
import {
  NATS_TIMEOUT_MS,
  afterCreation,
  isStreamFull,
  isWrongLastSequence,
} from '../../bus/nats-connection.ts';
import {
  type ConversationStore,
  type NewMessage,
  NoNewSessionError,
  type Opening,
  type Session,
  type StoredMessage,
  StoreUnavailableError,
} from '../conversation-store.ts';
import { newSecret, sessionIdOf } from '../../core/secret.ts';
import type { Store } from '../store.ts';
import { makeRoom } from './make-room.ts';
import { SessionCopies, type SessionCopy } from './session-copy.ts';
import { type HistoryLimits, type SessionStream, type SessionStreams, prepareStreams } from './streams.ts';

/**
 * The maximum number of attempts. An attempt fails only if another gateway stores a message at the same time.
 */
const MAX_ATTEMPTS = 32;
/** How often room is made for one message. */
const MAX_ROOM_TRIES = 3;
/** After failures, the streams are checked again at most once in this time. Milliseconds. */
const PREPARE_MS = 5_000;

/** A file with earlier conversations, read when a visitor returns. */
export type EarlierConversations = Pick<Store, 'sessionOf' | 'after' | 'deleteSession'>;

interface JetStreamStoreOptions extends HistoryLimits {
  /** Keeps the worlds of one server apart. */
  readonly world: string;
  /** The conversations of this gateway from before it joined a world. */
  readonly earlier?: EarlierConversations | undefined;
  /** Whether the server can be reached: no call waits for a server that is known to be disconnected. */
  readonly isOpen?: () => boolean;
  readonly now?: () => number;
  /** How long the server may take to answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * The message in a record of the stream; undefined for a record of another kind, which another version may
 * write.
 */
function messageIn({ seq, data }: StoredMsg): ChatMessageFrame | undefined {
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(data));
    if (typeof fields !== 'object') return undefined;
    const parsed = v.safeParse(chatMessage, { ...fields, type: 'chat-message', seq });
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sessions and their messages on a NATS server, shared by the gateways of a world. A session is a
 * subject of the stream, and the `seq` of a message is its sequence there. Every method rejects with
 * `StoreUnavailableError` while the server does not answer.
 */
export class JetStreamStore implements ConversationStore {
  readonly #client: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #streams: SessionStreams;
  readonly #world: string;
  readonly #limits: HistoryLimits;
  readonly #copies = new SessionCopies();
  readonly #earlier: EarlierConversations | undefined;
  readonly #isOpen: () => boolean;
  readonly #now: () => number;
  #preparedAt: number;
  /** The run that now makes room, for all messages that wait for room. */
  #makingRoom: Promise<void> | undefined;

  private constructor(
    client: JetStreamClient,
    manager: JetStreamManager,
    streams: SessionStreams,
    { world, keepMs, maxBytes, earlier, isOpen = () => true, now = Date.now }: JetStreamStoreOptions,
  ) {
    this.#client = client;
    this.#manager = manager;
    this.#streams = streams;
    this.#earlier = earlier;
    this.#isOpen = isOpen;
    this.#now = now;
    this.#world = world;
    this.#limits = { keepMs, maxBytes };
    this.#preparedAt = now();
  }

  /** @throws {UserError} If the server refuses to store the conversations. */
  static async open(connection: NatsConnection, options: JetStreamStoreOptions): Promise<JetStreamStore> {
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
    const request = { timeout: options.timeoutMs ?? NATS_TIMEOUT_MS };
    const manager = await jetstreamManager(connection, { ...request, checkAPI: false });
    const streams = await prepareStreams(manager, options.world, options);
    return new JetStreamStore(jetstream(connection, request), manager, streams, options);
  }

  async openSession(
    secret: string | undefined,
    { household, mayBegin = true }: Opening = {},
  ): Promise<Session> {
    if (secret !== undefined) {
      const id = sessionIdOf(secret);
      await this.#moveHere(secret, id);
      if (await this.#newest(this.#streams.messages, id)) return { id, secret, resumed: true };
      if (await this.#newest(this.#streams.opened, id)) {
        await this.#remember(id);
        return { id, secret, resumed: true };
      }
    }
    if (!mayBegin) throw new NoNewSessionError();
    const fresh = newSecret(household);
    const id = sessionIdOf(fresh);
    await this.#remember(id);
    return { id, secret: fresh, resumed: false };
  }

  async append(session: string, message: NewMessage): Promise<StoredMessage> {
    const { messages } = this.#streams;
    let isDeleted = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const copy = await this.#read(session);
      const known = copy.message(message.id);
      if (known) return { frame: known, isNew: false };
      try {
        const { seq, duplicate } = await this.#ask(() =>
          this.#publish(messages.subjectOf(session), JSON.stringify(message), {
            ...(isDeleted ? {} : { msgID: `${session}.${message.id}` }),
            expect: { lastSubjectSequence: copy.last },
          }),
        );
        // Either an earlier call stored this message but the server's reply was lost: the next attempt then
        // finds the message. Or the message has been deleted, and the server still remembers its id: the next
        // attempt then stores it without an id.
        if (duplicate) {
          isDeleted = true;
          continue;
        }
        const frame: ChatMessageFrame = { type: 'chat-message', seq, ...message };
        copy.add(seq, this.#now(), frame);
        await this.#trim(session, copy);
        return { frame, isNew: true };
      } catch (error) {
        if (!isWrongLastSequence(error)) throw error;
      }
    }
    throw new StoreUnavailableError(new Error('other gateways keep storing messages in the same session'));
  }

  async message(session: string, id: string): Promise<ChatMessageFrame | undefined> {
    return (await this.#read(session)).message(id);
  }

  async lastSeq(session: string): Promise<number> {
    return (await this.#read(session)).last;
  }

  async after(session: string, cursor: number): Promise<ChatMessageFrame[]> {
    return (await this.#read(session)).after(cursor);
  }

  async latest(session: string, count: number): Promise<ChatMessageFrame[]> {
    return (await this.#read(session)).latest(count);
  }

  /** Moves the conversation that this gateway had with a visitor before it joined the world. */
  async #moveHere(secret: string, id: string): Promise<void> {
    const earlier = this.#earlier?.sessionOf(secret);
    if (this.#earlier === undefined || earlier === undefined) return;
    // Two tabs may move the conversation at once, and a restart may move it again. Each message is still
    // stored only once.
    for (const { type: _type, seq: _seq, ...message } of this.#earlier.after(earlier, 0))
      await this.append(id, message);
    this.#earlier.deleteSession(earlier);
  }

  /** Reads the new messages of a session from the stream: one request if there are none. */
  async #read(session: string): Promise<SessionCopy> {
    const { messages } = this.#streams;
    let copy = this.#copies.of(session);
    const newest = await this.#newest(messages, session);
    // Begins a new copy, because another call may still add to the old copy.
    if (copy.last > (newest?.seq ?? 0)) copy = this.#copies.startAgain(session);
    if (!newest) return copy;
    while (copy.last < newest.seq) {
      const query = { seq: copy.last + 1, next_by_subj: messages.subjectOf(session) };
      const next = await this.#ask(() => this.#manager.direct.getMessage(messages.name, query));
      // These records were deleted in the meantime.
      if (!next) break;
      copy.add(next.seq, next.time.getTime(), messageIn(next));
    }
    copy.trim(this.#now() - this.#limits.keepMs);
    return copy;
  }

  /** The newest record of a session. */
  #newest(stream: SessionStream, session: string): Promise<StoredMsg | null> {
    const query = { last_by_subj: stream.subjectOf(session) };
    return this.#ask(() => this.#manager.direct.getMessage(stream.name, query));
  }

  /**
   * Stores a record. If the stream is full, makes room and tries again, up to three times, because other
   * gateways may use up the room.
   */
  async #publish(...record: Parameters<JetStreamClient['publish']>): Promise<PubAck> {
    for (let left = MAX_ROOM_TRIES; ; left--)
      try {
        return await this.#client.publish(...record);
      } catch (error) {
        if (!isStreamFull(error) || left === 0) throw error;
        this.#makingRoom ??= makeRoom(
          this.#manager,
          this.#streams.messages.name,
          this.#limits.maxBytes,
        ).finally(() => (this.#makingRoom = undefined));
        await this.#makingRoom;
      }
  }

  async #remember(session: string): Promise<void> {
    const { opened } = this.#streams;
    await this.#ask(() => this.#client.publish(opened.subjectOf(session), ''));
  }

  /**
   * Deletes the oldest messages of a session that has too many bytes. The stream itself limits only the
   * number of messages.
   */
  async #trim(session: string, copy: SessionCopy): Promise<void> {
    const { messages } = this.#streams;
    const seq = copy.trim(this.#now() - this.#limits.keepMs);
    if (seq === undefined) return;
    // If this fails, the message is stored all the same, and the next message tries it again.
    await this.#manager.streams
      .purge(messages.name, { filter: messages.subjectOf(session), seq })
      .catch(() => undefined);
  }

  /**
   * Sends a request. Rejects with `StoreUnavailableError` after each failure of the connection or the server:
   * that is each failure except a wrong sequence.
   */
  async #ask<T>(request: () => Promise<T>): Promise<T> {
    if (!this.#isOpen()) throw new StoreUnavailableError();
    try {
      return await afterCreation(request);
    } catch (error) {
      if (isWrongLastSequence(error)) throw error;
      await this.#prepareAgain();
      throw new StoreUnavailableError(error);
    }
  }

  /** Creates the streams if the server has lost them: its folder may be new after a restart. */
  async #prepareAgain(): Promise<void> {
    if (Math.abs(this.#now() - this.#preparedAt) < PREPARE_MS || !this.#isOpen()) return;
    this.#preparedAt = this.#now();
    // If the server does not answer, a later request tries again.
    await prepareStreams(this.#manager, this.#world, this.#limits).catch(() => undefined);
  }
}
