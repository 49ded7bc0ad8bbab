import { randomBytes } from 'node:crypto';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { cleanLine } from '../../../data/core/text.ts';
import type { Piece, ResidentAction, ResidentContext, ResidentIdentity } from '../resident.ts';
import { OpenQuestion } from './open-question.ts';

/** Why a candidate no longer needs to answer a question. */
export type CancelReason = 'stopped' | 'given-away';

/** The side of a candidate that reaches its client: over WebSocket or MCP. */
export interface CandidateClient {
  ask(question: OpenQuestion): void;
  cancel(id: string, reason: CancelReason): void;
  /** The room has shown the candidate out, because it sent nothing about any question for too long. */
  shownOut(): void;
}

/** How often a candidate may act: a few actions at once, then one every two seconds. */
const ACT_RATE = { burst: 6, perSecond: 0.5 } as const;
/**
 * How long a question waits without any news of the candidate about it; then it is given away. A candidate that
 * sent nothing about another question either is shown out.
 */
export const QUESTION_WAIT_MS = 60_000;
/** Questions that a candidate may have at once; further ones go to the next in the room. */
const MAX_OPEN_QUESTIONS = 32;

export interface CandidateOptions {
  readonly name: string;
  readonly place: 'local' | 'hosted';
  /** One or two sentences for visitors; without them the room says that an agent answers. */
  readonly note?: string | undefined;
  readonly questionWaitMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** The owner's agent that moved into the room: the questions that it has, and what it answers. */
export class Candidate {
  readonly who: ResidentIdentity;
  readonly note: string;
  readonly #client: CandidateClient;
  readonly #questionWaitMs: number;
  readonly #acts: TokenBucket;
  readonly #open = new Map<string, OpenQuestion>();
  /**
   * The ids of the questions since whose last news the candidate has sent nothing about any other question.
   */
  readonly #silent = new Set<string>();
  #leave: () => void = () => undefined;

  constructor(client: CandidateClient, options: CandidateOptions) {
    const { place, questionWaitMs = QUESTION_WAIT_MS, now = Date.now } = options;
    // Pages show both beside the home's own words.
    const name = cleanLine(options.name) || 'An agent';
    const note = cleanLine(options.note ?? '');
    this.#client = client;
    this.who = { kind: 'agent', name, place };
    this.note = note || `${name} answers: an agent that the owner of this home let in.`;
    this.#questionWaitMs = questionWaitMs;
    this.#acts = new TokenBucket(ACT_RATE, now);
  }

  /** The questions without a whole answer, oldest first. */
  get questions(): readonly OpenQuestion[] {
    return [...this.#open.values()];
  }

  get isFull(): boolean {
    return this.#open.size >= MAX_OPEN_QUESTIONS;
  }

  question(id: string): OpenQuestion | undefined {
    return this.#open.get(id);
  }

  /** Gives it a question. When `signal` is aborted, the client learns that it may stop. */
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

  /** Adds a piece to an answer; false where the candidate does not have this question (any more). */
  add(id: string, piece: Piece): boolean {
    if (!this.#open.get(id)?.push(piece)) return false;
    this.#silent.clear();
    this.#silent.add(id);
    return true;
  }

  /** Ends an answer; false as for `add`. */
  end(id: string, end: 'complete' | 'failed'): boolean {
    const question = this.#open.get(id);
    if (!question) return false;
    this.#open.delete(id);
    this.#silent.clear();
    // An answer without a word answers nothing: the successor is asked.
    question.finish(end === 'complete' && question.hasAnswer ? 'complete' : 'failed');
    return true;
  }

  /** Withdraws a question that no longer needs an answer. */
  take(id: string): void {
    const question = this.#open.get(id);
    if (question) this.#close(question, 'stopped');
  }

  /** Whether one more action is allowed now; it is counted. */
  mayAct(): boolean {
    return this.#acts.take();
  }

  /** Called by the room when this candidate is removed from its list. */
  onLeave(leave: () => void): void {
    this.#leave = leave;
  }

  /** Leaves the room. The successor answers the questions that it had. */
  leave(): void {
    // First off the list, so that no question comes back to it.
    this.#leave();
    for (const question of this.#open.values()) this.#close(question, 'given-away');
  }

  /**
   * A question waited too long. The candidate loses it, and also leaves the room if it sent nothing else
   * meanwhile.
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
 * Actions that offer a visitor to move the view: they are only allowed in the answer to that visitor's
 * question.
 */
const OFFERS: ReadonlySet<string> = new Set(['fly', 'view', 'time-lapse']);

/** What a candidate may do for all visitors at once. */
export const isForAll = ({ action }: ResidentAction): boolean => !OFFERS.has(action);
