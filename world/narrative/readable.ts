import type { Readout, State } from '../../data/state.ts';
import type { Interaction } from '../core/interactions.ts';

/** A thing that has something to be read: E opens its text, E again puts it away. */
export class Readable {
  readonly #state: State;
  readonly #text: () => Readout | undefined;
  #opened: Readout | undefined;

  /** `text` is asked when somebody wants to read; undefined while there is nothing. */
  constructor(state: State, text: () => Readout | undefined) {
    this.#state = state;
    this.#text = text;
  }

  /** Whether it is its text that is being read. */
  get isOpen(): boolean {
    return this.#opened !== undefined && this.#state.world.readout.get() === this.#opened;
  }

  readonly action: NonNullable<Interaction['action']> = {
    key: 'E',
    text: () => (this.isOpen ? 'close' : 'read'),
    run: () => {
      const { readout } = this.#state.world;
      const next = this.isOpen ? undefined : this.#text();
      if (next === undefined && !this.isOpen) return;
      this.#opened = next;
      readout.set(next);
    },
  };

  /** Takes its text away with it. */
  dispose(): void {
    if (this.isOpen) this.#state.world.readout.set(undefined);
    this.#opened = undefined;
  }
}
