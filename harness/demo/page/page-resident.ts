import type { State } from '../../../data/state.ts';
import type { Piece, Resident, ResidentContext } from '../../resident/resident.ts';
import { StatusResident } from '../../resident/answers/status-resident.ts';
import { Understanding } from '../../resident/understanding.ts';
import { followReadings } from './own-state.ts';

/** The resident of a static demo. It begins to follow the readings with the first question. */
export class PageResident implements Resident {
  readonly attached = false;
  readonly #inner: StatusResident;
  readonly #state: State;
  #ready: Promise<void> | undefined;

  /** @param readQuestions Reads the text of `questions.txt`. */
  constructor(state: State, readQuestions: () => Promise<string>) {
    this.#state = state;
    let understanding: Promise<Understanding> | undefined;
    const understand = (): Promise<Understanding> =>
      (understanding ??= readQuestions().then((text) => new Understanding(text)));
    this.#inner = new StatusResident(understand, { demo: 'in page' });
  }

  get who(): StatusResident['who'] {
    return this.#inner.who;
  }

  get note(): string {
    return this.#inner.note;
  }

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncIterable<Piece> {
    await (this.#ready ??= followReadings(this.#state));
    if (!signal.aborted) yield* this.#inner.answer(question, context, signal);
  }
}
