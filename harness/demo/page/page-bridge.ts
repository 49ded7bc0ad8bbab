import * as v from 'valibot';
import {
  type ChatMessageFrame,
  PROTOCOL_VERSION,
  type ServerFrame,
  clientFrame,
} from '../../../data/chat/protocol.ts';
import { presenceClientFrame } from '../../../data/presence/protocol.ts';
import {
  type ConversationTools,
  SessionConversation,
} from '../../bridge/conversation/session-conversation.ts';
import type { SocketServer } from './page-socket.ts';
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

/** Conversations in the page are not stored on a server, so there is nothing to limit. */
const budgets = { take: () => undefined, spend: () => undefined } as const;

/** Frames about other visitors are accepted, but not answered: this page has no other visitor. */
const frames = v.variant('type', [clientFrame, presenceClientFrame]);
const parse = (text: string) => v.safeParse(v.pipe(v.string(), v.parseJson(), frames), text);

/**
 * The bridge of a static demo: the protocol of `/api/world/ws` for the visitor of this page, with one
 * conversation, which lasts as long as the page.
 */
export class PageBridge {
  readonly #secret = crypto.randomUUID();
  readonly #conversation: SessionConversation;

  constructor(tools: Omit<ConversationTools, 'budgets'>) {
    const session = { id: 'page', secret: this.#secret, alias: 'this page' };
    this.#conversation = new SessionConversation(session, { ...tools, budgets });
  }

  /** One connection of the page. */
  serve(sendText: (text: string) => void): SocketServer {
    const send = (frame: object): void => sendText(JSON.stringify(frame));
    const refuse = (code: Extract<ServerFrame, { type: 'error' }>['code'], message: string): void =>
      send({ type: 'error', code, message });
    const tab = { ip: '', sendText, send };
    const conversation = this.#conversation;
    let welcomed = false;
    return {
      close: () => conversation.leave(tab),
      message: (text) => {
        const { success, output: frame } = parse(text);
        if (!success) return refuse('bad-frame', 'This frame does not fit the protocol.');
        if (frame.type === 'ping') return send({ type: 'pong' });
        if (frame.type === 'hello') {
          if (frame.role !== 'visitor' || frame.version !== PROTOCOL_VERSION)
            return refuse('unauthorized', 'A demo in a page has visitors of this version only.');
          welcomed = true;
          return void conversation.join(tab, frame.session === this.#secret ? frame.cursor : 0);
        }
        if (!welcomed) return refuse('no-session', 'Say hello first.');
        if (frame.type === 'chat') void conversation.chat(tab, frame);
        if (frame.type === 'stop') conversation.stop(frame.id);
      },
    };
  }
}
