import type { TextDocument } from '../../data/view/documents.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import type { Interaction } from '../core/scene/interaction-registry.ts';

/** A thing that has something to be read: E opens its text, E again puts it away. */
export class ReadableText {
  readonly #state: State;
  readonly #text: () => TextDocument | undefined;
  #opened: TextDocument | undefined;

  /** `text` is asked when somebody wants to read; undefined while there is nothing. */
  constructor(state: State, text: () => TextDocument | undefined) {
    this.#state = state;
    this.#text = text;
  }

  /** Whether it is its text that is being read. */
  get isOpen(): boolean {
    return this.#opened !== undefined && this.#state.derived.document.get() === this.#opened;
  }

  readonly action: NonNullable<Interaction['action']> = {
    key: 'E',
    text: () => (this.isOpen ? 'close' : 'read'),
    run: () => {
      if (this.isOpen) {
        this.#close();
        return;
      }
      this.#opened = this.#text();
      if (this.#opened) dispatchView(this.#state, { kind: 'read', readout: this.#opened });
    },
  };

  #close(): void {
    dispatchView(this.#state, { kind: 'end', mode: 'reading' });
    this.#opened = undefined;
  }

  /** Takes its text away with it. */
  dispose(): void {
    if (this.isOpen) this.#close();
  }
}
