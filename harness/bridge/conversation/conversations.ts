import { createHash } from 'node:crypto';
import type { ClientFrame } from '../../../data/chat/protocol.ts';
import type { ConversationStore, Opening } from '../../store/conversation-store.ts';
import { errorFrame, type Peer } from '../sockets/peer.ts';
import { type ConversationTools, SessionConversation } from './session-conversation.ts';

const ALIAS_CHARACTERS = 8;

/** A pseudonym for a visitor, derived from the session’s secret: it stays the same after a restart. */
const aliasOf = (secret: string): string =>
  createHash('sha256').update(`visitor ${secret}`).digest('hex').slice(0, ALIAS_CHARACTERS);

/** The conversations of the sessions that have a tab at this gateway, or an answer that is being written. */
export class Conversations implements Iterable<SessionConversation> {
  readonly #store: ConversationStore;
  readonly #tools: ConversationTools;
  readonly #open = new Map<string, SessionConversation>();

  constructor(store: ConversationStore, tools: ConversationTools) {
    this.#store = store;
    this.#tools = tools;
  }

  [Symbol.iterator](): Iterator<SessionConversation> {
    return this.#open.values();
  }

  get(session: string | undefined): SessionConversation | undefined {
    return session === undefined ? undefined : this.#open.get(session);
  }

  /**
   * Opens the session of a secret, or begins a new session if that is allowed; rejects if the store rejects.
   * @returns The conversation, and whether the session was known.
   */
  async open(secret: string | undefined, opening: Opening): Promise<[SessionConversation, boolean]> {
    const session = await this.#store.openSession(secret, opening);
    const known = this.#open.get(session.id);
    const conversation =
      known ?? new SessionConversation({ ...session, alias: aliasOf(session.secret) }, this.#tools);
    this.#open.set(session.id, conversation);
    return [conversation, session.resumed];
  }

  /** Handles a frame of a visitor; rejects if the store does. */
  handle(peer: Peer, frame: Extract<ClientFrame, { type: 'chat' | 'stop' }>): Promise<void> | void {
    const conversation = this.get(peer.session);
    if (!conversation) {
      const isUnknown = peer.role === undefined;
      const message = isUnknown ? 'Say hello first.' : 'Only visitors have a conversation of their own.';
      return peer.send(errorFrame(isUnknown ? 'no-session' : 'unauthorized', message, frame.id));
    }
    if (frame.type === 'chat') return conversation.chat(peer, frame);
    conversation.stop(frame.id);
  }

  /** Drops a conversation that is no longer needed. */
  dropIdle(conversation: SessionConversation): void {
    if (!conversation.idle) return;
    this.#open.delete(conversation.session);
    conversation.end();
  }

  sweep(): void {
    for (const conversation of this.#open.values()) this.dropIdle(conversation);
  }

  close(): void {
    for (const conversation of this.#open.values()) conversation.close();
  }
}
