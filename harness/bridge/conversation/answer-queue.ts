import {
  answerId,
  type ChatMessageFrame,
  type ChatStep,
  MAX_STEPS,
  type ServerFrame,
} from '../../../data/chat/protocol.ts';
import { cutText, errorMessage } from '../../../data/core/text.ts';
import type { HistoryAnswer, HistorySpan } from '../../../data/readings/schemas/history.ts';
import type { Log } from '../../core/log.ts';
import type { Resident, ResidentAction, ResidentContext, ResidentStep } from '../../resident/resident.ts';
import type { Stop } from '../../bus/bus.ts';
import type { NewMessage } from '../../store/conversation-store.ts';
import { chatStepOf } from '../cluster/ask-frames.ts';
import type { StorageBudgets } from './storage-budgets.ts';
import { storedBytes } from '../../store/conversation-store.ts';

/** A chat that waits for its answer. */
interface PendingAnswer {
  /** The id of the chat it answers. */
  readonly chatId: string;
  readonly question: string;
  /** False if the visitor wants no actions with the answer. */
  readonly acting: boolean;
  /** The address the question came from: the answer counts against its budget. */
  readonly ip: string;
  /** True if the owner asked: then the limits for each address do not apply to the question. */
  readonly isOwner: boolean;
  /** True if a stranger asked: the answer is made from what strangers see. */
  readonly isStranger: boolean;
  /** The answer of the home itself; with it, the resident is not asked. */
  readonly reply?: string | undefined;
  readonly abort: AbortController;
  /** Lets other gateways answer this chat. */
  readonly endTurn: (() => void) | undefined;
  text: string;
  /** Its tool calls, by the id of the step. */
  readonly steps: Map<string, ChatStep>;
  stopped: boolean;
}

/** The rest of a longer answer is cut off. */
const MAX_ANSWER_CHARACTERS = 32_000;
/**
 * The maximum number of chats of one session that wait for an answer, including the chat that is being
 * answered.
 */
const MAX_WAITING_CHATS = 8;
const CUT = '\n\n*(The answer is longer than the home keeps; it ends here.)*';
/** Long enough for an agent that uses its tools, and for the agents that continue its answer. */
const ANSWER_TIMEOUT_MS = 600_000;

/** What the answers of every conversation need. */
export interface AnswerTools {
  readonly resident: Resident;
  readonly state: ResidentContext['state'];
  /** The part of `state` that strangers see; absent in a home without strangers. */
  readonly forStrangers?: ResidentContext['state'] | undefined;
  /**
   * Returns the status history of a span: for strangers only what they may see, for everybody else all of it.
   */
  readonly past?: ((span: HistorySpan, isStranger: boolean) => HistoryAnswer | undefined) | undefined;
  readonly now: () => number;
  readonly log: Log['line'];
  /** How many visitors are connected. */
  readonly visitors: () => number;
  readonly budgets: Pick<StorageBudgets, 'take' | 'spend'>;
}

/** The conversation of the queue. */
interface Answered {
  /** A pseudonym for the visitor. */
  readonly alias: string;
  /** The messages before a question, oldest first. */
  before(chatId: string): Promise<ChatMessageFrame[]>;
  /** Sends a frame to the tabs of the visitor. */
  send(frame: ServerFrame): void;
  /** Stores a finished answer and sends it. */
  keep(answer: NewMessage): Promise<void>;
  /** Marks a chat as answered by this gateway, until the returned function is called. */
  takeTurn(chatId: string): Stop | undefined;
}

const deltaFrame = (answer: PendingAnswer, offset: number, text: string): ServerFrame => ({
  type: 'chat-delta',
  id: answerId(answer.chatId),
  replyTo: answer.chatId,
  offset,
  text,
});

const stepFrame = (answer: PendingAnswer, step: ChatStep): ServerFrame => ({
  type: 'chat-step',
  id: answerId(answer.chatId),
  replyTo: answer.chatId,
  ...step,
});

/** The questions of one session that wait for their answer, answered one after the other. */
export class AnswerQueue {
  readonly #tools: AnswerTools;
  readonly #conversation: Answered;
  /** The first is being answered, the others wait for their turn. */
  readonly #answers: PendingAnswer[] = [];
  #closing = false;
  /** True when no further questions are accepted: the next process answers them. */
  #settling = false;
  /** Resolves when no question is left. */
  #answering = Promise.resolve();

  constructor(conversation: Answered, tools: AnswerTools) {
    this.#conversation = conversation;
    this.#tools = tools;
  }

  get isEmpty(): boolean {
    return this.#answers.length === 0;
  }

  has(chatId: string): boolean {
    return this.#answers.some((answer) => answer.chatId === chatId);
  }

  get isFull(): boolean {
    return this.#answers.length >= MAX_WAITING_CHATS;
  }

  /** The frames of the current answer, for a tab that joins. */
  get present(): ServerFrame[] {
    const current = this.#answers[0];
    if (!current) return [];
    const steps = [...current.steps.values()].map((step) => stepFrame(current, step));
    return current.text === '' ? steps : [...steps, deltaFrame(current, 0, current.text)];
  }

  /** Adds a question, unless it waits already. */
  add(
    chat: Pick<PendingAnswer, 'chatId' | 'question' | 'acting' | 'ip' | 'isOwner' | 'isStranger' | 'reply'>,
  ): void {
    if (this.#closing || this.#settling || this.has(chat.chatId)) return;
    const steps = new Map<string, ChatStep>();
    const endTurn = this.#conversation.takeTurn(chat.chatId);
    this.#answers.push({ ...chat, abort: new AbortController(), text: '', steps, stopped: false, endTurn });
    if (this.#answers.length === 1) this.#answering = this.#answerAll();
  }

  /**
   * Ends a pending answer. `id` is the id of its chat or of the answer. Returns false if there is no such
   * answer.
   */
  stop(id: string): boolean {
    const answer = this.#answers.find(({ chatId }) => chatId === id || answerId(chatId) === id);
    if (!answer) return false;
    answer.stopped = true;
    answer.abort.abort();
    return true;
  }

  /**
   * Leaves all questions except the present one to the next process. The promise resolves when the answer to
   * the present question is stored. Returns undefined if there is no present question.
   */
  settle(): Promise<void> | undefined {
    this.#settling = true;
    for (const { endTurn } of this.#answers.splice(1)) endTurn?.();
    return this.#answers.length > 0 ? this.#answering : undefined;
  }

  /** Drops the pending answers without storing them: the next process answers these chats in full. */
  close(): void {
    this.#closing = true;
    for (const { abort, endTurn } of this.#answers) {
      abort.abort();
      endTurn?.();
    }
  }

  /** Answers one question after the other until none is left. */
  async #answerAll(): Promise<void> {
    for (let answer = this.#answers[0]; answer && !this.#closing; answer = this.#answers[0]) {
      const end = answer.stopped ? 'stopped' : await this.#answer(answer);
      if (!this.#closing) await this.#finish(answer, end);
      this.#answers.shift();
      answer.endTurn?.();
    }
  }

  /** Sends the resident's answer piece by piece; resolves with how it ended. */
  async #answer(answer: PendingAnswer): Promise<ChatMessageFrame['end']> {
    const { signal } = answer.abort;
    // Not `AbortSignal.timeout`: that keeps the answer in memory until its time is over.
    const timeout = setTimeout(() => answer.abort.abort(), ANSWER_TIMEOUT_MS);
    // The timer ends when the answer is aborted: a resident that does not stop must not keep the process
    // running.
    signal.addEventListener('abort', () => clearTimeout(timeout));
    try {
      for await (const piece of await this.#pieces(answer)) {
        if (signal.aborted) break;
        if (typeof piece !== 'string') {
          this.#show(answer, piece);
          continue;
        }
        const room = MAX_ANSWER_CHARACTERS - answer.text.length;
        const text = piece.length > room ? cutText(piece, room) + CUT : piece;
        if (text === '') continue;
        this.#conversation.send(deltaFrame(answer, answer.text.length, text));
        answer.text += text;
        if (piece.length > room) break;
      }
    } catch (error) {
      if (!answer.stopped && !this.#closing) {
        this.#tools.log(`the resident failed to answer: ${errorMessage(error)}`);
        return 'failed';
      }
    } finally {
      clearTimeout(timeout);
    }
    if (answer.stopped) return 'stopped';
    return signal.aborted ? 'failed' : 'complete';
  }

  async #pieces({ reply, chatId, question, acting, ip, isOwner, isStranger, abort }: PendingAnswer) {
    if (reply !== undefined) return [reply];
    const { alias: visitor } = this.#conversation;
    const history = await this.#conversation.before(chatId);
    const { resident, state: all, forStrangers = all, visitors } = this.#tools;
    const state = isStranger ? forStrangers : all;
    const address = isOwner ? undefined : ip;
    const past = (span: HistorySpan): HistoryAnswer | undefined => this.#tools.past?.(span, isStranger);
    const context = { state, history, past, acting, isOwner, visitor, visitors: visitors(), address };
    return resident.answer(question, context, abort.signal);
  }

  /** Sends an action or a tool call. Tool calls are also stored with the answer. */
  #show(answer: PendingAnswer, piece: ResidentAction | ResidentStep): void {
    if ('action' in piece) {
      if (answer.acting)
        this.#conversation.send({ type: 'world-action', action: piece.action, detail: piece.detail });
      return;
    }
    if (!answer.steps.has(piece.step) && answer.steps.size >= MAX_STEPS) return;
    const step = chatStepOf(piece);
    answer.steps.set(piece.step, step);
    this.#conversation.send(stepFrame(answer, step));
  }

  /** Stores a finished answer and sends it as a message. */
  async #finish(answer: PendingAnswer, end: ChatMessageFrame['end']): Promise<void> {
    const { state, now, log, budgets } = this.#tools;
    // A tool call that was still running when the answer ended has no result, so it is stored as failed.
    const steps = [...answer.steps.values()].map((step): ChatStep =>
      step.state === 'running' ? { ...step, state: 'failed' } : step,
    );
    budgets.spend(answer.ip, storedBytes(answer.text + (steps.length > 0 ? JSON.stringify(steps) : '')));
    try {
      await this.#conversation.keep({
        id: answerId(answer.chatId),
        role: 'resident',
        speaker: state.config.get().resident.name.toUpperCase(),
        text: answer.text,
        ts: now(),
        replyTo: answer.chatId,
        end,
        ...(steps.length > 0 ? { steps } : {}),
      });
    } catch (error) {
      // After a shutdown the next process answers this chat.
      if (this.#closing) return;
      log(`an answer could not be stored: ${errorMessage(error)}`, 'error');
      this.#conversation.send({
        type: 'error',
        code: 'internal',
        message: 'The answer could not be stored: the home cannot write to its data folder.',
        ref: answer.chatId,
      });
    }
  }
}
