import { NO_MODEL_HERE, PRIVACY } from './about.ts';
import { pause } from '../pause.ts';
import { replyTo } from './replies.ts';
import type { Docs } from '../docs.ts';
import type { Understanding } from '../understanding.ts';
import type { Resident, ResidentAction, ResidentContext, ResidentIdentity } from '../resident.ts';

/**
 * An answer comes in pieces of this many words, with a pause after each, so that a visitor can read it as it
 * comes, and can stop it.
 */
const WORDS_PER_PIECE = 3;
/** A long answer has longer pieces and not more of them, so that it is complete within two seconds. */
const MAX_PIECES = 150;
const PAUSE_MS = 12;
const DEMO = 'DEMO: all readings are recorded ones, replayed.';
const PRIVACY_IN_PAGE =
  'This conversation stays in this page: no server gets it, and it is gone when you leave or reload the page. The demo sets no cookies.';

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
  readonly #understanding: () => Promise<Understanding>;
  readonly #docs: () => Promise<Docs | undefined>;
  readonly #version: string | undefined;
  readonly #pauseMs: number;
  readonly #standsIn: boolean;
  readonly #inPage: boolean;

  /**
   * @param understanding Called with the first question.
   * @param options.demo All readings are recorded; `in page` if it also runs in the visitor's page.
   * @param options.standsIn Whether it answers in place of a model that failed; then it does not say that
   * there is no model.
   * @param options.docs Called with each question.
   */
  constructor(
    understanding: () => Promise<Understanding>,
    options: {
      demo?: boolean | 'in page';
      docs?: () => Promise<Docs | undefined>;
      pauseMs?: number;
      standsIn?: boolean;
      version?: string;
    } = {},
  ) {
    this.#understanding = understanding;
    this.#docs = options.docs ?? (async () => undefined);
    this.#version = options.version;
    const { demo = false } = options;
    this.#standsIn = options.standsIn === true;
    this.#inPage = demo === 'in page';
    this.#pauseMs = options.pauseMs ?? PAUSE_MS;
    this.note =
      (demo === false ? '' : `${DEMO} `) +
      (this.#inPage ? 'I run in this page, and what you write stays in it. ' : '') +
      'No model is attached: I answer from this home’s readings. Say “help” to see what to ask.';
  }

  async *answer(
    question: string,
    context: ResidentContext,
    signal: AbortSignal,
  ): AsyncIterable<string | ResidentAction> {
    const understanding = await this.#understanding();
    const docs = await this.#docs();
    const version = this.#version;
    const { text: reply, action } = replyTo(question, { ...context, understanding, docs, version });
    const told = this.#inPage ? reply.replaceAll(PRIVACY, PRIVACY_IN_PAGE) : reply;
    const text = this.#standsIn ? told.replaceAll(NO_MODEL_HERE, 'The model does not answer now') : told;
    for (const piece of piecesOf(text)) {
      if (signal.aborted) return;
      yield piece;
      if (this.#pauseMs > 0) await pause(this.#pauseMs, signal);
    }
    // The action comes after the text, because the page shows an offer for a short time only.
    if (action && !signal.aborted) yield action;
  }
}
