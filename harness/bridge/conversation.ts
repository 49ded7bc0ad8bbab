import {
  CHAT_RATE,
  type ChatMessageFrame,
  PROTOCOL_VERSION,
  type ServerFrame,
} from '../../data/chat/protocol.ts';
import type { State } from '../../data/state.ts';
import { errorMessage } from '../user-error.ts';
import type { Resident } from '../resident/resident.ts';
import type { Session, Store } from '../store/store.ts';
import type { AddressBudgets } from './address-budgets.ts';
import type { Peer } from './peer.ts';
import { TokenBucket } from './token-bucket.ts';

/** Characters of one answer; what comes after is cut. */
const MAX_ANSWER_CHARACTERS = 32_000;
/** Chats that may wait for their answer. */
const MAX_WAITING = 8;
const HISTORY_FOR_RESIDENT = 20;
const ANSWER_TIMEOUT_MS = 120_000;

export interface ConversationTools {
  readonly store: Store;
  readonly resident: Resident;
  readonly state: State;
  readonly now: () => number;
  readonly log: (line: string) => void;
  readonly budgets: AddressBudgets;
}

interface Answer {
  /** The chat it answers. */
  readonly chat: string;
  readonly question: string;
  /** The address that asked. */
  readonly ip: string;
  readonly abort: AbortController;
  text: string;
  stopped: boolean;
}

/** About what a message takes in the database. */
const storedBytes = (text: string): number => Buffer.byteLength(text) + 200;

const answerId = (chat: string): string => `a-${chat}`;

/**
 * One visitor's session: all tabs of it, its stored messages, and the answers on their way. Everything said here goes to
 * these tabs only.
 */
export class Conversation {
  readonly session: number;
  readonly #secret: string;
  readonly #tools: ConversationTools;
  readonly #peers = new Set<Peer>();
  readonly #rate: TokenBucket;
  /** The first is being answered, the others wait. */
  readonly #answers: Answer[] = [];
  #closing = false;

  constructor(session: Session, tools: ConversationTools) {
    this.session = session.id;
    this.#secret = session.secret;
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
   * Welcomes a tab and brings it up to date. What an earlier process left unanswered is answered once the client, which alone
   * knows whether it was given up meanwhile, sends it again.
   */
  join(peer: Peer, cursor: number): void {
    const { store, resident, state } = this.#tools;
    const newest = store.lastSeq(this.session);
    const missed = store.after(this.session, cursor);
    this.#peers.add(peer);
    peer.send({
      type: 'welcome',
      version: PROTOCOL_VERSION,
      session: this.#secret,
      resident: {
        name: state.config.get().resident.name,
        attached: resident.attached,
        note: resident.note.slice(0, 400),
      },
      cursor: newest,
    });
    for (const message of missed) peer.send(message);
    const current = this.#answers[0];
    if (current && current.text !== '') peer.send(this.#delta(current, 0, current.text));
  }

  leave(peer: Peer): void {
    this.#peers.delete(peer);
  }

  /** A chat of this session; one that is already known is confirmed again, never stored or answered twice. */
  chat(peer: Peer, id: string, text: string): void {
    const { store, state, now, budgets } = this.#tools;
    // What is known counts too: sending it again would cost a few bytes, and be answered with many.
    if (!this.#rate.take()) {
      peer.send({
        type: 'error',
        code: 'rate-limited',
        message: 'That was faster than anybody reads. Wait a moment and send it again.',
        ref: id,
      });
      return;
    }
    const known = store.message(this.session, id);
    if (known) {
      peer.send(known);
      const answer = store.message(this.session, answerId(id));
      if (answer) peer.send(answer);
      else this.#enqueue(id, known.text, peer.ip);
      return;
    }
    if (this.#answers.length >= MAX_WAITING) {
      peer.send({
        type: 'error',
        code: 'busy',
        message: `${state.config.get().resident.name} is still answering. Wait for that, or stop it.`,
        ref: id,
      });
      return;
    }
    if (!budgets.take(peer.ip, storedBytes(text))) {
      peer.send({
        type: 'error',
        code: 'too-large',
        message: 'The home stores no more from this address for now. Try again in an hour.',
        ref: id,
      });
      return;
    }
    const message = store.append(this.session, {
      id,
      role: 'visitor',
      speaker: 'VISITOR',
      text,
      ts: now(),
      end: 'complete',
    });
    this.#broadcast(message);
    this.#enqueue(id, text, peer.ip);
  }

  /** Ends an answer, on its way or still waiting; by the chat's id or by its own. */
  stop(id: string): void {
    const answer = this.#answers.find(({ chat }) => chat === id || answerId(chat) === id);
    if (!answer) return;
    answer.stopped = true;
    answer.abort.abort();
  }

  /** The process ends: answers on their way are dropped unstored, so that the next process gives them whole. */
  close(): void {
    this.#closing = true;
    for (const { abort } of this.#answers) abort.abort();
  }

  #enqueue(chat: string, question: string, ip: string): void {
    if (this.#closing || this.#answers.some((answer) => answer.chat === chat)) return;
    this.#answers.push({ chat, question, ip, abort: new AbortController(), text: '', stopped: false });
    if (this.#answers.length === 1) void this.#work();
  }

  async #work(): Promise<void> {
    for (let answer = this.#answers[0]; answer; answer = this.#answers[0]) {
      const end = answer.stopped ? 'stopped' : await this.#give(answer);
      if (!this.#closing) this.#finish(answer, end);
      this.#answers.shift();
    }
  }

  async #give(answer: Answer): Promise<ChatMessageFrame['end']> {
    const { resident, state, store, log } = this.#tools;
    const signal = AbortSignal.any([answer.abort.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    try {
      const history = store
        .latest(this.session, HISTORY_FOR_RESIDENT + 1)
        .filter(({ id }) => id !== answer.chat)
        .slice(-HISTORY_FOR_RESIDENT);
      for await (const piece of resident.answer(answer.question, { state, history }, signal)) {
        if (signal.aborted) break;
        if (typeof piece !== 'string') {
          this.#broadcast({ type: 'world-action', action: piece.action, detail: piece.detail });
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
    }
    if (answer.stopped) return 'stopped';
    return signal.aborted ? 'failed' : 'complete';
  }

  #finish(answer: Answer, end: ChatMessageFrame['end']): void {
    const { store, state, now, log, budgets } = this.#tools;
    budgets.spend(answer.ip, storedBytes(answer.text));
    try {
      const message = store.append(this.session, {
        id: answerId(answer.chat),
        role: 'resident',
        speaker: state.config.get().resident.name.toUpperCase(),
        text: answer.text,
        ts: now(),
        replyTo: answer.chat,
        end,
      });
      this.#broadcast(message);
    } catch (error) {
      log(`an answer could not be stored: ${errorMessage(error)}`);
      this.#broadcast({
        type: 'error',
        code: 'internal',
        message: 'The answer could not be stored: the home’s data folder does not take it.',
        ref: answer.chat,
      });
    }
  }

  #delta(answer: Answer, offset: number, text: string): ServerFrame {
    return { type: 'chat-delta', id: answerId(answer.chat), replyTo: answer.chat, offset, text };
  }

  #broadcast(frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    for (const peer of this.#peers) peer.sendText(text);
  }
}
