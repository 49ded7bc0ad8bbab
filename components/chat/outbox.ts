import { emit } from '../../data/core/event.ts';
import type { Signal } from '../../data/core/signal.ts';
import type { ChatEntry } from '../../data/chat/chat-entries.ts';
import type { State } from '../../data/state.ts';

/** What became of a message that was handed to the bridge client: `taken` when it stands in the list, `refused` when the problem says why. */
export type Delivery = 'idle' | 'waiting' | 'taken' | 'refused';

/**
 * Hands one message at a time to the bridge client and tells what became of it, so that the field is emptied only when the
 * message is in good hands.
 */
export class Outbox {
  #text = '';
  #known: ReadonlySet<string> = new Set();

  get waitingFor(): string {
    return this.#text;
  }

  send(chat: State['chat'], text: string): void {
    this.#text = text;
    this.#known = new Set(chat.entries.get().map(({ id }) => id));
    clear(chat.problem);
    emit(chat.outgoing, text);
  }

  /** Called on every change of the list or the problem. After `taken` or `refused` it is idle again. */
  check(entries: readonly ChatEntry[], problem: string): Delivery {
    if (this.#text === '') return 'idle';
    const taken = entries.some(
      ({ id, role, text }) => role === 'visitor' && text === this.#text && !this.#known.has(id),
    );
    if (!taken && problem === '') return 'waiting';
    this.#text = '';
    return taken ? 'taken' : 'refused';
  }
}

function clear(problem: Signal<string>): void {
  if (problem.get() !== '') problem.set('');
}
