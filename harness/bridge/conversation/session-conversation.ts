import {
  CHAT_RATE,
  type ChatMessageFrame,
  type ServerFrame,
  answerId,
  chatIdOf,
} from '../../../data/chat/protocol.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import {
  type ConversationStore,
  type NewMessage,
  StoreUnavailableError,
} from '../../store/conversation-store.ts';
import { AnswerQueue, type AnswerTools } from './answer-queue.ts';
import type { ErrorFrame, Peer } from '../sockets/peer.ts';
import { InOrder } from './in-order.ts';
import type { SharedConversation, SharedSession } from '../cluster/shared-session.ts';
import { storedBytes } from '../../store/conversation-store.ts';
import { welcomeFrame } from './welcome-frame.ts';

/** The maximum number of earlier messages that the resident gets with a question. */
const HISTORY_MESSAGES = 20;
/** At most this many steps wait for a slow store. A page sends refused chats again. */
const MAX_WAITING_STEPS = 32;
/** How often a chat that another gateway answers is checked. Milliseconds. */
const RECHECK_MS = 3_000;
/** A step is repeated for ten minutes while the store is unavailable. */
const STORE_AGAIN_MS = 1_000;
const MAX_STORE_TRIES = 600;

/** The text for each reason why a message is not stored. */
const FULL_TEXTS = {
  'too-large': 'The home stores no more from this address for now. Try again in an hour.',
  busy: 'The home gets more messages than it can store, so it stores only short conversations for now. Send it again in a few minutes.',
} as const;

/** An open tab: a socket of the bridge, or in a static demo the page itself. */
type Tab = Pick<Peer, 'ip' | 'send' | 'sendText'> & Partial<Pick<Peer, 'isOwner' | 'welcomedAs'>>;

/** What every conversation of a home shares. */
export interface ConversationTools extends AnswerTools {
  readonly store: Omit<ConversationStore, 'openSession'>;
  /**
   * Connects a session with its tabs at other gateways, which share the store; undefined for a single
   * gateway.
   */
  readonly join?: ((secret: string, conversation: SharedConversation) => SharedSession) | undefined;
  /** Executes an order in a message, and returns the answer; undefined for any other message. */
  readonly order?: ((text: string, isOwner: boolean, seen?: Chat['seen']) => string | undefined) | undefined;
}

/** The session of the conversation. */
interface ConversationSession {
  readonly id: string;
  readonly secret: string;
  /** A pseudonym for the visitor. */
  readonly alias: string;
}

interface Chat {
  readonly id: string;
  readonly text: string;
  readonly acting: boolean;
  readonly seen?: readonly string[] | undefined;
}

/**
 * The conversation of one session: its open tabs, its stored messages, and its pending answers. All
 * its frames go to these tabs only.
 */
export class SessionConversation {
  readonly session: string;
  readonly #secret: string;
  /** A pseudonym for the visitor. */
  readonly alias: string;
  readonly #tools: ConversationTools;
  /** Tabs that wait for their welcome. */
  readonly #joining = new Set<Tab>();
  readonly #tabs = new Set<Tab>();
  readonly #rate: TokenBucket;
  readonly #answers: AnswerQueue;
  /** Runs reads and writes one after the other, so that a tab that joins misses no message. */
  readonly #inOrder = new InOrder();
  readonly #shared: SharedSession | undefined;
  /** Chats that another gateway answers, with the timers that check them. */
  readonly #remoteChats = new Map<string, NodeJS.Timeout>();
  /** The number (`seq`) of the newest message that the tabs have. */
  #newest = 0;
  #ended = false;
  /**
   * The call of `#catchUp` that waits for its turn. It also reads the messages of all notices that arrive
   * before it begins, so many notices do not delay chats.
   */
  #catchingUp: Promise<unknown> | undefined;

  constructor(session: ConversationSession, tools: ConversationTools) {
    this.session = session.id;
    this.#secret = session.secret;
    this.alias = session.alias;
    this.#tools = tools;
    this.#rate = new TokenBucket(CHAT_RATE, tools.now);
    this.#answers = new AnswerQueue(
      {
        alias: session.alias,
        before: (chatId) => this.#whenBack(() => this.#before(chatId)),
        send: (frame) => this.#broadcast(frame),
        keep: async (answer) =>
          void (await this.#whenBack(() => this.#inOrder.run(() => this.#keep(answer)))),
        takeTurn: (chatId) => this.#shared?.takeTurn(chatId, () => this.stop(chatId)),
      },
      tools,
    );
    this.#shared = tools.join?.(session.secret, {
      catchUp: () =>
        void (this.#catchingUp ??= this.#inOrder.run(() => this.#catchUp()).catch(() => undefined)),
      resendPending: () => {
        for (const frame of this.#answers.present) this.#shared?.publish(JSON.stringify(frame));
      },
      send: (text) => this.#sendText(text),
    });
  }

  get size(): number {
    return this.#joining.size + this.#tabs.size;
  }

  get idle(): boolean {
    return this.size === 0 && this.#inOrder.size === 0 && this.#answers.isEmpty;
  }

  /**
   * Welcomes a tab and sends it the messages after `cursor`. Resolves with whether the tab is still open
   * then. A chat that an earlier process left unanswered is answered when the client sends the chat again:
   * only the client knows whether the visitor still wants the answer.
   */
  join(tab: Tab, cursor: number): Promise<boolean> {
    this.#joining.add(tab);
    return this.#inOrder.run(async () => {
      const { store } = this.#tools;
      try {
        const newest = await store.lastSeq(this.session);
        const missed = await store.after(this.session, cursor);
        if (!this.#joining.has(tab)) return false;
        this.#tabs.add(tab);
        tab.send(welcomeFrame(this.#tools, this.#secret, newest));
        for (const message of missed) tab.send(message);
        for (const frame of this.#answers.present) tab.send(frame);
        // With several tabs, `#newest` stays as it is: the other tabs may have fewer messages, and a page
        // ignores duplicates.
        if (this.#tabs.size === 1) this.#newest = missed.at(-1)?.seq ?? newest;
        this.#shared?.notify('joined');
        return true;
      } finally {
        this.#joining.delete(tab);
      }
    });
  }

  leave(tab: Tab): void {
    this.#joining.delete(tab);
    this.#tabs.delete(tab);
    if (this.size === 0) this.#forgetRemoteChats();
  }

  /**
   * Handles a chat of the visitor. A chat that is stored already is confirmed, not stored or answered again.
   * Rejects if the store rejects.
   */
  async chat(tab: Tab, chat: Chat): Promise<void> {
    // A repeated chat counts too: a few bytes cause a long answer.
    if (!this.#rate.take())
      return this.#refuse(
        tab,
        chat,
        'rate-limited',
        'You send messages too fast. Wait a moment and send it again.',
      );
    if (this.#inOrder.size > MAX_WAITING_STEPS)
      return this.#refuse(
        tab,
        chat,
        'busy',
        'The home is slow to store messages now. Send it again in a moment.',
      );
    return this.#inOrder.run(() => this.#take(tab, chat));
  }

  /** Ends a pending answer. `id` is the id of the answer, or of its chat. */
  stop(id: string): void {
    // The chat was perhaps sent just before, and still waits for the store.
    if (this.#answers.stop(id)) return;
    void this.#inOrder.run(() => this.#answers.stop(id) || this.#shared?.stop(chatIdOf(id)));
  }

  /**
   * Leaves all questions except the present one to the next process. The promise resolves when the answer to
   * the present question is stored. Returns undefined if there is no present question.
   */
  settle(): Promise<void> | undefined {
    return this.#answers.settle();
  }

  /** Drops the pending answers without storing them: the next process answers these chats in full. */
  close(): void {
    this.#answers.close();
    this.end();
  }

  /** Call it when an idle conversation is dropped. */
  end(): void {
    this.#ended = true;
    this.#forgetRemoteChats();
    this.#shared?.close();
  }

  #forgetRemoteChats(): void {
    for (const timer of this.#remoteChats.values()) clearTimeout(timer);
    this.#remoteChats.clear();
  }

  async #take(tab: Tab, chat: Chat): Promise<void> {
    const { id, text, acting, seen } = chat;
    const { store, state, now, budgets, resident } = this.#tools;
    const isOwner = tab.isOwner?.() === true;
    const asker = { acting, ip: tab.ip, isOwner, isStranger: tab.welcomedAs === 'stranger' };
    const known = await store.message(this.session, id);
    if (known) {
      tab.send(known);
      const answer = await store.message(this.session, answerId(id));
      if (answer) tab.send(answer);
      else await this.#answerOnce({ chatId: id, question: known.text, ...asker });
      return;
    }
    const { name } = state.config.get().resident;
    if (this.#answers.isFull)
      return this.#refuse(tab, chat, 'busy', `${name} is still answering. Wait for that, or stop it.`);
    if (resident.isBusyFor?.(isOwner ? undefined : tab.ip))
      return this.#refuse(
        tab,
        chat,
        'busy',
        `${name} has enough questions of your network already. Send it again in a moment.`,
      );
    const full = budgets.take(tab.ip, storedBytes(text));
    if (full) return this.#refuse(tab, chat, full, FULL_TEXTS[full]);
    // This comes before storing: a gateway that gets the same chat now must see that it is being answered.
    const endTurn = this.#shared?.takeTurn(id, () => this.stop(id));
    try {
      const answer = { chatId: id, question: text, ...asker };
      const message = { id, role: 'visitor', speaker: 'VISITOR', text, ts: now(), end: 'complete' } as const;
      if (!(await this.#keep(message))) return await this.#answerOnce(answer);
      const reply = this.#tools.order?.(text, isOwner, seen);
      this.#answers.add({ ...answer, reply });
    } finally {
      endTurn?.();
    }
  }

  #refuse(tab: Tab, { id }: Chat, code: ErrorFrame['code'], message: string): void {
    tab.send({ type: 'error', code, message, ref: id });
  }

  /** Answers a chat that was stored before, unless another gateway answers it. */
  async #answerOnce(chat: Parameters<AnswerQueue['add']>[0]): Promise<void> {
    const { chatId } = chat;
    if (this.#answers.has(chatId) || this.#remoteChats.has(chatId)) return;
    if (await this.#shared?.isTaken(chatId)) {
      // A visitor who has left sends the chat again when they are back.
      if (this.size === 0 || this.#ended) return;
      const again = (): void => {
        this.#remoteChats.delete(chatId);
        this.#whenBack(() => this.#inOrder.run(() => this.#answerOnce(chat))).catch(() => undefined);
      };
      this.#remoteChats.set(chatId, setTimeout(again, RECHECK_MS).unref());
      return;
    }
    // The gateway that answered this chat may have stored the answer just before that gateway stopped.
    if (this.#shared) await this.#catchUp();
    if (!(await this.#tools.store.message(this.session, answerId(chatId)))) this.#answers.add(chat);
  }

  /**
   * Repeats a step while the store is unavailable, so that no question stays unanswered and no answer is
   * lost.
   */
  async #whenBack<T>(step: () => Promise<T>): Promise<T> {
    for (let left = MAX_STORE_TRIES; ; left--) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || left === 0 || this.#ended) throw error;
      }
      await new Promise((next) => setTimeout(next, STORE_AGAIN_MS));
    }
  }

  /** Stores a message and sends it to all tabs; resolves with whether it was not stored before. */
  async #keep(message: NewMessage): Promise<boolean> {
    const { frame, isNew } = await this.#tools.store.append(this.session, message);
    // A new message with an old number: the NATS server has lost its messages and numbers them from the
    // start.
    if (isNew && frame.seq <= this.#newest) this.#newest = frame.seq - 1;
    // The message is stored, so the tabs get it even if the messages before it cannot be read now.
    if (!this.#shared || !(await this.#catchUp().catch(() => false))) this.#sendText(JSON.stringify(frame));
    this.#shared?.notify('stored');
    return isNew;
  }

  /** Sends the messages that came from tabs at other gateways. */
  async #catchUp(): Promise<boolean> {
    this.#catchingUp = undefined;
    for (const message of await this.#tools.store.after(this.session, this.#newest)) {
      this.#newest = message.seq;
      this.#sendText(JSON.stringify(message));
    }
    return true;
  }

  /** The messages before a question, oldest first. */
  async #before(chatId: string): Promise<ChatMessageFrame[]> {
    const latest = await this.#tools.store.latest(this.session, HISTORY_MESSAGES + 1);
    return latest.filter(({ id }) => id !== chatId).slice(-HISTORY_MESSAGES);
  }

  #broadcast(frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    this.#sendText(text);
    this.#shared?.publish(text);
  }

  #sendText(text: string): void {
    for (const tab of this.#tabs) tab.sendText(text);
  }
}
