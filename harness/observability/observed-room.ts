import { ResidentRoom } from '../resident/room/resident-room.ts';
import type { Piece, Resident, ResidentContext } from '../resident/resident.ts';
import type { AnswerSeen, Observer, StepSeen } from './observer.ts';

const secondsSince = (began: number): number => (performance.now() - began) / 1000;

/** Measures the times of the tool calls of one answer. */
class Steps {
  readonly #began = performance.now();
  readonly #running = new Map<string, { readonly tool: string; readonly after: number }>();
  readonly #ended: StepSeen[] = [];

  take(piece: Piece): void {
    if (typeof piece === 'string' || !('step' in piece)) return;
    const { step, tool, state } = piece;
    const known = this.#running.get(step) ?? { tool, after: secondsSince(this.#began) };
    this.#running.set(step, known);
    if (state === 'running') return;
    this.#running.delete(step);
    this.#ended.push({ ...known, state, seconds: secondsSince(this.#began) - known.after });
  }

  /** All steps. A step that still runs when the answer ends has failed. */
  all(): StepSeen[] {
    const seconds = secondsSince(this.#began);
    const cut = [...this.#running.values()].map((known): StepSeen => ({
      ...known,
      state: 'failed',
      seconds: seconds - known.after,
    }));
    return [...this.#ended, ...cut];
  }
}

/** A resident's room that reports the end of each answer to an observer. */
export class ObservedRoom extends ResidentRoom {
  readonly #observer: Observer;

  constructor(base: Resident, observer: Observer) {
    super(base);
    this.#observer = observer;
  }

  override async *answer(
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncGenerator<Piece> {
    const began = performance.now();
    const { kind } = this.who;
    const steps = new Steps();
    let end: AnswerSeen['end'] = 'complete';
    try {
      for await (const piece of super.answer(question, context, signal)) {
        steps.take(piece);
        yield piece;
      }
    } catch (error) {
      end = 'failed';
      throw error;
    } finally {
      if (signal.aborted) end = 'stopped';
      this.#observer.answer({ kind, end, seconds: secondsSince(began), steps: steps.all() });
    }
  }
}
