import {
  CHAT_RATE,
  type ChatMessageFrame,
  type ChatStep,
  MAX_STEPS,
  type ServerFrame,
  answerId,
} from '../../data/chat/protocol.ts';
import type { State } from '../../data/state.ts';
import type { Resident, ResidentAction, ResidentStep } from '../resident/resident.ts';
import type { Store } from '../store/store.ts';
import { errorMessage } from '../../data/core/text.ts';
import { type AddressBudgets, storedBytes } from './address-budgets.ts';
import { chatStepOf } from './chat-step.ts';
import type { ErrorFrame } from './error-frame.ts';
import type { Peer } from './peer.ts';
import type { PendingAnswer } from './pending-answer.ts';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import { welcomeFrame } from './welcome-frame.ts';

/** The rest of a longer answer is cut off. */
const MAX_ANSWER_CHARACTERS = 32_000;
/** Chats of one session that may wait for their answer, the one being answered included. */
const MAX_WAITING_CHATS = 8;
/** Messages the resident gets along with a question. */
const HISTORY_MESSAGES = 20;
/** Long enough for an agent that works on the answer with its tools, and for the ones that it is handed on to. */
const ANSWER_TIMEOUT_MS = 600_000;

/** An open tab: a socket of the bridge, or in a static demo the page itself. */
export type Tab = Pick<Peer, 'ip' | 'send' | 'sendText'> & Partial<Pick<Peer, 'isOwner'>>;

/** What every conversation of a home shares. */
export interface ConversationTools {
  readonly store: Pick<Store, 'append' | 'after' | 'latest' | 'lastSeq' | 'message'>;
  readonly resident: Resident;
  readonly state: State;
  readonly now: () => number;
  readonly log: (line: string) => void;
  readonly budgets: Pick<AddressBudgets, 'take' | 'spend'>;
  /** Carries out an order in a message, and answers it; undefined for any other message. */
  readonly order?: ((text: string, isOwner: boolean) => string | undefined) | undefined;
}

/** Whose conversation it is. */
interface ConversationSession {
  readonly id: number;
  readonly secret: string;
  /** A name for the visitor that leads back to no person. */
  readonly alias: string;
}

/**
 * The conversation of one session: its open tabs, its stored messages, and its pending answers. All
 * its frames go to these tabs only.
 */
export class SessionConversation {
  readonly session: number;
  readonly #secret: string;
  /** A name for the visitor that leads back to no person. */
  readonly alias: string;
  readonly #tools: ConversationTools;
  readonly #peers = new Set<Tab>();
  readonly #rate: TokenBucket;
  /** The first is being answered, the others wait for their turn. */
  readonly #answers: PendingAnswer[] = [];
  #closing = false;
  /** Takes no further question: the next process answers them. */
  #settling = false;
  /** Ends when no question is left. */
  #answering = Promise.resolve();

  constructor(session: ConversationSession, tools: ConversationTools) {
    this.session = session.id;
    this.#secret = session.secret;
    this.alias = session.alias;
    this.#tools = tools;
    this.#rate = new TokenBucket(CHAT_RATE, tools.now);
  }

  get size(): number {
    return this.#peers.size;
  }

  get idle(): boolean {
    return this.#peers.size === 0 && this.#answers.length === 0;
  }

  /**
   * Welcomes a tab and sends it the messages after `cursor`. A chat that an earlier process left
   * unanswered is answered when the client sends it again: only the client knows whether the
   * visitor still wants the answer.
   */
  join(peer: Tab, cursor: number): void {
    const { store } = this.#tools;
    const newest = store.lastSeq(this.session);
    const missed = store.after(this.session, cursor);
    this.#peers.add(peer);
    peer.send(welcomeFrame(this.#tools, this.#secret, newest));
    for (const message of missed) peer.send(message);
    const current = this.#answers[0];
    if (!current) return;
    for (const step of current.steps.values()) peer.send(this.#stepFrame(current, step));
    if (current.text !== '') peer.send(this.#delta(current, 0, current.text));
  }

  leave(peer: Tab): void {
    this.#peers.delete(peer);
  }

  /**
   * Takes a chat of the visitor. A chat that is stored already is confirmed, not stored or answered
   * again.
   */
  chat(peer: Tab, { id, text, acting }: { id: string; text: string; acting: boolean }): void {
    const { store, state, now, budgets } = this.#tools;
    const refuse = (code: ErrorFrame['code'], message: string): void =>
      peer.send({ type: 'error', code, message, ref: id });
    // A repeated chat counts too: it is a few bytes that are answered with many.
    if (!this.#rate.take())
      return refuse('rate-limited', 'You send messages too fast. Wait a moment and send it again.');
    const known = store.message(this.session, id);
    if (known) {
      peer.send(known);
      const answer = store.message(this.session, answerId(id));
      if (answer) peer.send(answer);
      else this.#enqueue({ chatId: id, question: known.text, acting, ip: peer.ip });
      return;
    }
    const { name } = state.config.get().resident;
    if (this.#answers.length >= MAX_WAITING_CHATS)
      return refuse('busy', `${name} is still answering. Wait for that, or stop it.`);
    if (!budgets.take(peer.ip, storedBytes(text)))
      return refuse('too-large', 'The home stores no more from this address for now. Try again in an hour.');
    const message = store.append(this.session, {
      id,
      role: 'visitor',
      speaker: 'VISITOR',
      text,
      ts: now(),
      end: 'complete',
    });
    this.#broadcast(message);
    const reply = this.#tools.order?.(text, peer.isOwner?.() === true);
    this.#enqueue({ chatId: id, question: text, acting, ip: peer.ip, reply });
  }

  /** Ends a pending answer, named by the id of its chat or by its own. */
  stop(id: string): void {
    const answer = this.#answers.find(({ chatId }) => chatId === id || answerId(chatId) === id);
    if (!answer) return;
    answer.stopped = true;
    answer.abort.abort();
  }

  /**
   * Leaves all questions but the present one to the next process. Resolves when its answer is stored;
   * undefined without one.
   */
  settle(): Promise<void> | undefined {
    this.#settling = true;
    this.#answers.splice(1);
    return this.#answers.length > 0 ? this.#answering : undefined;
  }

  /**
   * Drops the pending answers without storing them: the next process answers these chats in full.
   */
  close(): void {
    this.#closing = true;
    for (const { abort } of this.#answers) abort.abort();
  }

  #enqueue(chat: Pick<PendingAnswer, 'chatId' | 'question' | 'acting' | 'ip' | 'reply'>): void {
    if (this.#closing || this.#settling || this.#answers.some(({ chatId }) => chatId === chat.chatId)) return;
    const steps = new Map<string, ChatStep>();
    this.#answers.push({ ...chat, abort: new AbortController(), text: '', steps, stopped: false });
    if (this.#answers.length === 1) this.#answering = this.#answerAll();
  }

  /** Answers one question after the other until none is left. */
  async #answerAll(): Promise<void> {
    for (let answer = this.#answers[0]; answer; answer = this.#answers[0]) {
      const end = answer.stopped ? 'stopped' : await this.#answer(answer);
      if (!this.#closing) this.#finish(answer, end);
      this.#answers.shift();
    }
  }

  /** Sends the resident's answer piece by piece; resolves with how it ended. */
  async #answer(answer: PendingAnswer): Promise<ChatMessageFrame['end']> {
    const { resident, store, log } = this.#tools;
    const { signal } = answer.abort;
    // Not `AbortSignal.timeout`: that keeps the answer in memory until its time is over.
    const timeout = setTimeout(() => answer.abort.abort(), ANSWER_TIMEOUT_MS);
    // A resident that does not stop must not keep the process from ending.
    signal.addEventListener('abort', () => clearTimeout(timeout));
    try {
      const history = store
        .latest(this.session, HISTORY_MESSAGES + 1)
        .filter(({ id }) => id !== answer.chatId)
        .slice(-HISTORY_MESSAGES);
      const context = {
        state: this.#tools.state,
        history,
        acting: answer.acting,
        visitor: this.alias,
      };
      const pieces =
        answer.reply === undefined ? resident.answer(answer.question, context, signal) : [answer.reply];
      for await (const piece of pieces) {
        if (signal.aborted) break;
        if (typeof piece !== 'string') {
          this.#show(answer, piece);
          continue;
        }
        const text = piece.slice(0, MAX_ANSWER_CHARACTERS - answer.text.length);
        if (text === '') continue;
        this.#broadcast(this.#delta(answer, answer.text.length, text));
        answer.text += text;
        if (answer.text.length >= MAX_ANSWER_CHARACTERS) break;
      }
    } catch (error) {
      if (!answer.stopped) {
        log(`the resident failed to answer: ${errorMessage(error)}`);
        return 'failed';
      }
    } finally {
      clearTimeout(timeout);
    }
    if (answer.stopped) return 'stopped';
    return signal.aborted ? 'failed' : 'complete';
  }

  /** Sends an action, or a tool call, which the answer keeps. */
  #show(answer: PendingAnswer, piece: ResidentAction | ResidentStep): void {
    if ('action' in piece) {
      if (answer.acting)
        this.#broadcast({ type: 'world-action', action: piece.action, detail: piece.detail });
      return;
    }
    if (!answer.steps.has(piece.step) && answer.steps.size >= MAX_STEPS) return;
    const step = chatStepOf(piece);
    answer.steps.set(piece.step, step);
    this.#broadcast(this.#stepFrame(answer, step));
  }

  /** Stores a finished answer and sends it as a message. */
  #finish(answer: PendingAnswer, end: ChatMessageFrame['end']): void {
    const { store, state, now, log, budgets } = this.#tools;
    // A tool call that was running when the answer ended has no result.
    const steps = [...answer.steps.values()].map((step): ChatStep =>
      step.state === 'running' ? { ...step, state: 'failed' } : step,
    );
    budgets.spend(answer.ip, storedBytes(answer.text + (steps.length > 0 ? JSON.stringify(steps) : '')));
    try {
      const message = store.append(this.session, {
        id: answerId(answer.chatId),
        role: 'resident',
        speaker: state.config.get().resident.name.toUpperCase(),
        text: answer.text,
        ts: now(),
        replyTo: answer.chatId,
        end,
        ...(steps.length > 0 ? { steps } : {}),
      });
      this.#broadcast(message);
    } catch (error) {
      log(`an answer could not be stored: ${errorMessage(error)}`);
      this.#broadcast({
        type: 'error',
        code: 'internal',
        message: 'The answer could not be stored: the home cannot write to its data folder.',
        ref: answer.chatId,
      });
    }
  }

  #delta(answer: PendingAnswer, offset: number, text: string): ServerFrame {
    return { type: 'chat-delta', id: answerId(answer.chatId), replyTo: answer.chatId, offset, text };
  }

  #stepFrame(answer: PendingAnswer, step: ChatStep): ServerFrame {
    return { type: 'chat-step', id: answerId(answer.chatId), replyTo: answer.chatId, ...step };
  }

  #broadcast(frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    for (const peer of this.#peers) peer.sendText(text);
  }
}
