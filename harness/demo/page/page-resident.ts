import type { State } from '../../../data/state.ts';
import type { Piece, Resident, ResidentContext } from '../../resident/resident.ts';
import { StatusResident } from '../../resident/status-resident.ts';
import { followReadings } from './own-state.ts';

/** The resident of a static demo. It begins to follow the readings with the first question. */
export class PageResident implements Resident {
  readonly #inner = new StatusResident({ demo: 'in page' });
  readonly #state: State;
  #ready: Promise<void> | undefined;

  constructor(state: State) {
    this.#state = state;
  }

  readonly attached = false;
  readonly who = this.#inner.who;
  readonly note = this.#inner.note;

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncIterable<Piece> {
    await (this.#ready ??= followReadings(this.#state));
    if (!signal.aborted) yield* this.#inner.answer(question, context, signal);
  }
}
