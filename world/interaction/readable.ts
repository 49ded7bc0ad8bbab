import type { TextDocument } from '../../data/view/documents.ts';
import type { DerivedState } from '../../data/derived.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { Interaction } from '../core/scene/interaction-registry.ts';
import { defineModule } from '../core/define-module.ts';

type StateSlice = DerivedState & ViewState;

/** The maximum distance of a visitor from an object with an open text: well beyond the reach of its hint. */
const MAX_METRES = 6.5;

/** Closes a document when the visitor has walked away from the object it belongs to. */
export const { init, update, dispose } = defineModule((scene, state) => ({
  update() {
    const at = state.derived.document.get()?.at;
    if (!at) return;
    const { x, z } = scene.camera.position;
    if (Math.hypot(x - at.x, z - at.z) > MAX_METRES) dispatchView(state, { kind: 'end', mode: 'document' });
  },
}));

/** The text of an object. E opens it and closes it. */
export class ReadableText {
  readonly #state: StateSlice;
  readonly #text: () => TextDocument | undefined;
  readonly #verb: string;
  #opened: TextDocument | undefined;

  /**
   * @param text Called when the text is opened. Returns undefined if there is no text.
   * @param verb What the key does, as a hint shows it.
   */
  constructor(state: StateSlice, text: () => TextDocument | undefined, verb = 'read') {
    this.#state = state;
    this.#text = text;
    this.#verb = verb;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined && this.#state.derived.document.get() === this.#opened;
  }

  readonly action: NonNullable<Interaction['action']> = {
    key: 'E',
    text: () => (this.isOpen ? 'close' : this.#verb),
    run: () => {
      if (this.isOpen) {
        this.#close();
        return;
      }
      this.#opened = this.#text();
      if (this.#opened) dispatchView(this.#state, { kind: 'read', document: this.#opened });
    },
  };

  #close(): void {
    dispatchView(this.#state, { kind: 'end', mode: 'document' });
    this.#opened = undefined;
  }

  dispose(): void {
    if (this.isOpen) this.#close();
  }
}
