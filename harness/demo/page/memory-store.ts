import type { ChatMessageFrame } from '../../../data/chat/protocol.ts';
import type { ConversationStore, NewMessage, StoredMessage } from '../../store/conversation-store.ts';

/** The messages of the one session of a static demo, as long as its page is open. */
export class MemoryStore implements Omit<ConversationStore, 'openSession'> {
  readonly #messages: ChatMessageFrame[] = [];

  append(session: string, message: NewMessage): StoredMessage {
    const known = this.message(session, message.id);
    if (known) return { frame: known, isNew: false };
    const frame: ChatMessageFrame = { type: 'chat-message', ...message, seq: this.#messages.length + 1 };
    this.#messages.push(frame);
    return { frame, isNew: true };
  }

  after(_session: string, seq: number): ChatMessageFrame[] {
    return this.#messages.slice(seq);
  }

  latest(_session: string, count: number): ChatMessageFrame[] {
    return this.#messages.slice(-count);
  }

  lastSeq(): number {
    return this.#messages.length;
  }

  message(_session: string, id: string): ChatMessageFrame | undefined {
    return this.#messages.find((message) => message.id === id);
  }
}
