import type { Piece, Resident, ResidentContext, ResidentIdentity, ResidentStep } from '../resident.ts';
import type { Candidate } from './candidate.ts';

/** Stands between the text of a candidate that left in the middle and its successor's answer. */
const HANDOVER = '\n\n*The answer broke off here. Another answer follows.*\n\n';

const isStep = (piece: Piece): piece is ResidentStep => typeof piece !== 'string' && 'step' in piece;

/**
 * The resident's room. Agents of the owner move in as candidates, and the last one to enter has the
 * room; without a candidate the base resident has it. Each question is answered once: if its
 * candidate leaves, dies or fails, the next candidate answers it, and at the end the base resident.
 */
export class ResidentRoom implements Resident {
  readonly #base: Resident;
  /** In the order in which they entered: the last one has the room. */
  readonly #candidates: Candidate[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(base: Resident) {
    this.#base = base;
  }

  /** The candidate that has the room. */
  get candidate(): Candidate | undefined {
    return this.#candidates.at(-1);
  }

  get #resident(): Pick<Resident, 'who' | 'note' | 'attached'> {
    const { candidate } = this;
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

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncGenerator<Piece> {
    const tried = new Set<Candidate>();
    let text = '';
    for (let one = this.#next(tried); one && !signal.aborted; one = this.#next(tried)) {
      tried.add(one);
      const open = one.give(question, context, signal);
      const running = new Map<string, ResidentStep>();
      const before = text;
      try {
        for await (const piece of open.pieces()) {
          if (signal.aborted) return;
          const named = isStep(piece) ? { ...piece, step: `${tried.size}-${piece.step}` } : piece;
          if (isStep(named)) running.set(named.step, named);
          else if (typeof named === 'string') {
            if (text === before && text !== '') yield HANDOVER;
            text += named;
          }
          yield named;
        }
      } finally {
        // Where the reader has enough, the candidate need not go on.
        one.take(open.id);
      }
      if (open.end === 'complete' || open.end === 'stopped') return;
      // No row of the chat stays “running” after its agent has left.
      for (const step of running.values()) if (step.state === 'running') yield { ...step, state: 'failed' };
    }
    if (signal.aborted) return;
    if (text !== '') yield HANDOVER;
    yield* this.#base.answer(question, context, signal);
  }

  /** The candidate to ask next: the last to enter that was not tried and has time. */
  #next(tried: ReadonlySet<Candidate>): Candidate | undefined {
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
