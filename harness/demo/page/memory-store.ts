import type { ChatMessageFrame } from '../../../data/chat/protocol.ts';
import type { NewMessage, Store } from '../../store/store.ts';

/** The messages of the one session of a static demo, as long as its page is open. */
export class MemoryStore implements Pick<Store, 'append' | 'after' | 'latest' | 'lastSeq' | 'message'> {
  readonly #messages: ChatMessageFrame[] = [];

  append(_session: number, message: NewMessage): ChatMessageFrame {
    const stored: ChatMessageFrame = { type: 'chat-message', ...message, seq: this.#messages.length + 1 };
    this.#messages.push(stored);
    return stored;
  }

  after(_session: number, seq: number): ChatMessageFrame[] {
    return this.#messages.slice(seq);
  }

  latest(_session: number, count: number): ChatMessageFrame[] {
    return this.#messages.slice(-count);
  }

  lastSeq(): number {
    return this.#messages.length;
  }

  message(_session: number, id: string): ChatMessageFrame | undefined {
    return this.#messages.find((message) => message.id === id);
  }
}
