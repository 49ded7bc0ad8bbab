import { AddressCounts } from '../../core/counts.ts';
import type { Piece, Resident, ResidentContext, ResidentIdentity, ResidentStep } from '../resident.ts';
import type { Candidate } from './candidate.ts';

/** The number of questions of one address that agents may answer at the same time. */
const MAX_OF_ADDRESS = 3;
/** The text between the incomplete answer of a candidate and the answer of the next one. */
const HANDOVER = '\n\n*The answer broke off here. Another answer follows.*\n\n';

const isStep = (piece: Piece): piece is ResidentStep => typeof piece !== 'string' && 'step' in piece;

/** A candidate, or an object that forwards questions to another gateway. */
export type Answerer = Pick<Candidate, 'give' | 'take'>;

/** The residents at the other gateways of this world. */
export interface RemoteResidents {
  /** The resident at another gateway whose name visitors see; undefined if there is none. */
  readonly resident: Pick<Resident, 'who' | 'note'> | undefined;
  /** The next one to ask that is not in `tried`; undefined if there is none. */
  next(tried: ReadonlySet<Answerer>): Answerer | undefined;
  /** Calls the listener when `resident` changes. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
}

/** The result of asking the candidates. */
interface Attempt {
  readonly isAnswered: boolean;
  /** Whether the visitor has already received text. */
  readonly hasText: boolean;
}

/**
 * The resident's room. Agents of the owner move in as candidates, and the last one to enter has the room;
 * without a candidate the base resident has it. Each question is answered once: if its candidate leaves, dies
 * or fails, the next candidate answers it, then a candidate at another gateway of this world, and at the end
 * the base resident.
 */
export class ResidentRoom implements Resident {
  readonly #base: Resident;
  /** In the order in which they entered: the last one has the room. */
  readonly #candidates: Candidate[] = [];
  readonly #listeners = new Set<() => void>();
  /** The number of questions that agents are answering, here and at other gateways, by address. */
  readonly #asked = new AddressCounts(MAX_OF_ADDRESS);
  #elsewhere: RemoteResidents | undefined;

  constructor(base: Resident) {
    this.#base = base;
  }

  /** The candidate of this gateway that has the room. */
  get candidate(): Candidate | undefined {
    return this.#candidates.at(-1);
  }

  get #resident(): Pick<Resident, 'who' | 'note' | 'attached'> {
    const candidate = this.candidate ?? this.#elsewhere?.resident;
    return candidate ? { who: candidate.who, note: candidate.note, attached: true } : this.#base;
  }

  get who(): ResidentIdentity {
    return this.#resident.who;
  }

  get note(): string {
    return this.#resident.note;
  }

  get attached(): boolean {
    return this.#resident.attached;
  }

  isBusyFor(address: string | undefined): boolean {
    if (this.#resident === this.#base) return this.#base.isBusyFor?.(address) === true;
    return address !== undefined && this.#asked.isFull(address);
  }

  /** Calls `listener` when another resident has the room. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lets a candidate in: it has the room until it leaves or another one enters. */
  enter(candidate: Candidate): void {
    candidate.onLeave(() => this.#remove(candidate));
    this.#candidates.push(candidate);
    this.#changed();
  }

  /**
   * Also asks residents at other gateways if no candidate here answers. Returns a function that ends this.
   */
  join(elsewhere: RemoteResidents): () => void {
    this.#elsewhere = elsewhere;
    const stop = elsewhere.onChange(() => {
      if (!this.candidate) this.#changed();
    });
    return () => {
      stop();
      this.#elsewhere = undefined;
    };
  }

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncGenerator<Piece> {
    const next = (tried: ReadonlySet<Answerer>): Answerer | undefined =>
      this.#next(tried) ?? this.#elsewhere?.next(tried);
    const attempt = this.#try(next, question, context, signal);
    const { isAnswered, hasText } = yield* this.#inShare(context.address, attempt);
    if (isAnswered) return;
    if (hasText) yield HANDOVER;
    yield* this.#base.answer(question, context, signal);
  }

  /** Whether a candidate of this gateway has time for a question. */
  get canAnswerHere(): boolean {
    return this.#next(new Set()) !== undefined;
  }

  /**
   * Answers a question from another gateway only with candidates of this gateway, so that questions are not
   * forwarded in circles. Returns whether the question was answered.
   */
  async *answerHere(
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncGenerator<Piece, boolean> {
    const { isAnswered } = yield* this.#try((tried) => this.#next(tried), question, context, signal);
    return isAnswered;
  }

  /**
   * Runs the attempt, unless agents already answer the maximum number of questions of this address.
   * `isBusyFor` does not ensure this limit: several questions may pass it at once.
   */
  async *#inShare(
    address: string | undefined,
    attempt: AsyncGenerator<Piece, Attempt>,
  ): AsyncGenerator<Piece, Attempt> {
    if (address === undefined) return yield* attempt;
    if (this.#asked.isFull(address)) return { isAnswered: false, hasText: false };
    this.#asked.add(address);
    try {
      return yield* attempt;
    } finally {
      this.#asked.remove(address);
    }
  }

  /** Asks one candidate after the other until one has answered or the question is stopped. */
  async *#try(
    next: (tried: ReadonlySet<Answerer>) => Answerer | undefined,
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncGenerator<Piece, Attempt> {
    const tried = new Set<Answerer>();
    let text = '';
    for (let one = next(tried); one && !signal.aborted; one = next(tried)) {
      tried.add(one);
      const open = one.give(question, context, signal);
      const running = new Map<string, ResidentStep>();
      const before = text;
      try {
        for await (const piece of open.pieces()) {
          if (signal.aborted) return { isAnswered: true, hasText: true };
          const named = isStep(piece) ? { ...piece, step: `${tried.size}-${piece.step}` } : piece;
          if (isStep(named)) running.set(named.step, named);
          else if (typeof named === 'string') {
            if (text === before && text !== '') yield HANDOVER;
            text += named;
          }
          yield named;
        }
      } finally {
        // Also ends the candidate's work if the caller stops reading.
        one.take(open.id);
      }
      if (open.end === 'complete' || open.end === 'stopped') return { isAnswered: true, hasText: true };
      // Tool calls of an agent that has left must not stay “running” in the chat.
      for (const step of running.values()) if (step.state === 'running') yield { ...step, state: 'failed' };
    }
    return { isAnswered: signal.aborted, hasText: text !== '' };
  }

  /** The next candidate to ask: the last one that entered, was not tried and has time. */
  #next(tried: ReadonlySet<Answerer>): Candidate | undefined {
    return this.#candidates.findLast((one) => !tried.has(one) && !one.isFull);
  }

  #remove(candidate: Candidate): void {
    const index = this.#candidates.indexOf(candidate);
    if (index < 0) return;
    const wasLast = index === this.#candidates.length - 1;
    this.#candidates.splice(index, 1);
    if (wasLast) this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
