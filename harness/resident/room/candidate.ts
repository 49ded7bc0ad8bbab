import { randomBytes } from 'node:crypto';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { cleanLine } from '../../../data/core/text.ts';
import type { Piece, ResidentAction, ResidentContext, ResidentIdentity } from '../resident.ts';
import { OpenQuestion } from './open-question.ts';

/** Why a candidate no longer needs to answer a question. */
export type CancelReason = 'stopped' | 'given-away';

/** The connection of a candidate to its client, over WebSocket or MCP. */
export interface CandidateClient {
  ask(question: OpenQuestion): void;
  cancel(id: string, reason: CancelReason): void;
  /**
   * The room has removed the candidate, because the candidate sent nothing about any question for too long.
   */
  shownOut(): void;
}

/** How often a candidate may act: a few actions at once, then one every two seconds. */
const ACT_RATE = { burst: 6, perSecond: 0.5 } as const;
/**
 * How long a question waits while the candidate sends nothing about it. Then the next resident gets the
 * question. A candidate that sent nothing about another question either is removed from the room.
 */
export const QUESTION_WAIT_MS = 60_000;
/**
 * The most questions that a candidate may have at once. Further questions go to the next candidate in the
 * room.
 */
const MAX_OPEN_QUESTIONS = 32;

export interface CandidateOptions {
  readonly name: string;
  readonly place: 'local' | 'hosted';
  /** One or two sentences for visitors; without them the room says that an agent answers. */
  readonly note?: string | undefined;
  readonly questionWaitMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** An agent of the owner that is in the room: the questions that it has, and its answers. */
export class Candidate {
  readonly who: ResidentIdentity;
  readonly note: string;
  readonly #client: CandidateClient;
  readonly #questionWaitMs: number;
  readonly #acts: TokenBucket;
  readonly #open = new Map<string, OpenQuestion>();
  /**
   * A question is in this set if the candidate has sent nothing about any other question since the last piece
   * for this question, or since this question was given.
   */
  readonly #silent = new Set<string>();
  #leave: () => void = () => undefined;

  constructor(client: CandidateClient, options: CandidateOptions) {
    const { place, questionWaitMs = QUESTION_WAIT_MS, now = Date.now } = options;
    // Both texts are cleaned, because pages show them beside the home's own words.
    const name = cleanLine(options.name) || 'An agent';
    const note = cleanLine(options.note ?? '');
    this.#client = client;
    this.who = { kind: 'agent', name, place };
    this.note = note || `${name} answers: an agent that the owner of this home let in.`;
    this.#questionWaitMs = questionWaitMs;
    this.#acts = new TokenBucket(ACT_RATE, now);
  }

  /** The questions without a complete answer, oldest first. */
  get questions(): readonly OpenQuestion[] {
    return [...this.#open.values()];
  }

  get isFull(): boolean {
    return this.#open.size >= MAX_OPEN_QUESTIONS;
  }

  question(id: string): OpenQuestion | undefined {
    return this.#open.get(id);
  }

  /** Gives the candidate a question. When `signal` is aborted, the client learns that it may stop. */
  give(text: string, context: ResidentContext, signal: AbortSignal): OpenQuestion {
    const id = randomBytes(9).toString('base64url');
    const question = new OpenQuestion({ id, text, context }, this.#questionWaitMs, () =>
      this.#late(question),
    );
    this.#open.set(id, question);
    this.#silent.add(id);
    if (signal.aborted) this.#close(question, 'stopped');
    else {
      signal.addEventListener('abort', () => this.#close(question, 'stopped'), { once: true });
      this.#client.ask(question);
    }
    return question;
  }

  /**
   * Adds a piece to an answer. Returns false if the candidate does not have this question (any more), or if
   * the answer has too much already.
   */
  add(id: string, piece: Piece): boolean {
    if (!this.#open.get(id)?.push(piece)) return false;
    this.#silent.clear();
    this.#silent.add(id);
    return true;
  }

  /** Ends an answer. Returns false if the candidate does not have this question (any more). */
  end(id: string, end: 'complete' | 'failed'): boolean {
    const question = this.#open.get(id);
    if (!question) return false;
    this.#open.delete(id);
    this.#silent.clear();
    // An answer without text and actions counts as failed, so that the successor is asked.
    question.finish(end === 'complete' && question.hasAnswer ? 'complete' : 'failed');
    return true;
  }

  /** Withdraws a question that no longer needs an answer. */
  take(id: string): void {
    const question = this.#open.get(id);
    if (question) this.#close(question, 'stopped');
  }

  /** Returns whether one more action is allowed now, and counts this action. */
  mayAct(): boolean {
    return this.#acts.take();
  }

  /** Called by the room when this candidate is removed from its list. */
  onLeave(leave: () => void): void {
    this.#leave = leave;
  }

  /** Leaves the room. The successor answers the questions that this candidate had. */
  leave(): void {
    // The candidate is removed from the list first, so that no question comes back to it.
    this.#leave();
    for (const question of this.#open.values()) this.#close(question, 'given-away');
  }

  /**
   * Ends the wait for a question. The candidate loses the question, and also leaves the room if it sent
   * nothing about another question meanwhile.
   */
  #late(question: OpenQuestion): void {
    if (!this.#silent.has(question.id)) return this.#close(question, 'given-away');
    this.leave();
    this.#client.shownOut();
  }

  #close(question: OpenQuestion, reason: CancelReason): void {
    if (!this.#open.delete(question.id)) return;
    this.#silent.delete(question.id);
    question.finish(reason === 'stopped' ? 'stopped' : 'gone');
    this.#client.cancel(question.id, reason);
  }
}

/**
 * Actions that offer a visitor to move the view. They are only allowed in the answer to a question of that
 * visitor.
 */
const OFFERS: ReadonlySet<string> = new Set(['fly', 'view', 'time-lapse']);

/** Whether a candidate may do this action for all visitors at once. */
export const isForAll = ({ action }: ResidentAction): boolean => !OFFERS.has(action);
