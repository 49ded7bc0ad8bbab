import { setTimeout as pause } from 'node:timers/promises';
import { NO_MODEL_HERE } from './about.ts';
import { replyTo } from './replies.ts';
import type { Resident, ResidentAction, ResidentContext, ResidentIdentity } from './resident.ts';

/**
 * An answer comes in pieces of this many words, with a pause after each, so that it can be read along
 * and stopped.
 */
const WORDS_PER_PIECE = 3;
/** A long answer has longer pieces, not more: it is written within two seconds. */
const MAX_PIECES = 150;
const PAUSE_MS = 12;

export function* piecesOf(text: string): Generator<string> {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  const size = Math.max(WORDS_PER_PIECE, Math.ceil(words.length / MAX_PIECES));
  for (let at = 0; at < words.length; at += size) yield words.slice(at, at + size).join('');
}

/** The embedded resident: it has no model, answers from the live readings, and says so. */
export class StatusResident implements Resident {
  readonly attached = false;
  readonly who: ResidentIdentity = { kind: 'status', name: 'the readings', place: 'this home' };
  readonly note: string;
  readonly #pauseMs: number;
  readonly #standsIn: boolean;

  /** @param options.standsIn It answers for a model that could not, and does not say that there is none. */
  constructor(options: { demo?: boolean; pauseMs?: number; standsIn?: boolean } = {}) {
    this.#standsIn = options.standsIn === true;
    this.#pauseMs = options.pauseMs ?? PAUSE_MS;
    this.note =
      (options.demo === true ? 'DEMO: all readings are recorded ones, replayed. ' : '') +
      'No model is attached: I answer from this home’s readings. Say “help” to see what to ask.';
  }

  async *answer(
    question: string,
    { state, history, acting }: ResidentContext,
    signal: AbortSignal,
  ): AsyncIterable<string | ResidentAction> {
    const { text: reply, action } = replyTo(question, state, history);
    const text = this.#standsIn ? reply.replaceAll(NO_MODEL_HERE, 'The model does not answer now') : reply;
    for (const piece of piecesOf(text)) {
      if (signal.aborted) return;
      yield piece;
      if (this.#pauseMs > 0) await pause(this.#pauseMs, undefined, { signal }).catch(() => undefined);
    }
    // After the text, since the page shows an offer for a short time only.
    if (action && acting && !signal.aborted) yield action;
  }
}
