import type { Piece, ResidentContext } from '../resident.ts';

/** How a candidate's work on a question ended; after `failed` and `gone` the successor answers. */
export type QuestionEnd = 'complete' | 'failed' | 'gone' | 'stopped';

/**
 * The most characters of an answer that wait until the visitor's connection takes them. A complete answer has
 * at most 32,000 characters, so only a client that sends more than that reaches this limit.
 */
const MAX_WAITING_CHARACTERS = 64_000;
/** The most steps and actions of one answer. */
const MAX_ROWS = 100;

/** The most characters of the conversation that are sent with a question: the newest messages. */
const MAX_HISTORY_CHARACTERS = 16_000;

/** One question that a candidate was given, and what the candidate sent for it so far. */
export class OpenQuestion {
  readonly id: string;
  readonly text: string;
  readonly context: ResidentContext;
  end: QuestionEnd | undefined;
  /** Whether the candidate sent text or an action: a step alone is no answer. */
  hasAnswer = false;
  readonly #pieces: Piece[] = [];
  readonly #waitMs: number;
  readonly #late: () => void;
  #timer: NodeJS.Timeout;
  #waitingCharacters = 0;
  #rows = 0;
  #wake: () => void = () => undefined;

  /**
   * @param waitMs The longest time in which the candidate sends nothing.
   * @param late Called when this time is over.
   */
  constructor(
    { id, text, context }: Pick<OpenQuestion, 'id' | 'text' | 'context'>,
    waitMs: number,
    late: () => void,
  ) {
    this.id = id;
    this.text = text;
    this.context = context;
    this.#waitMs = waitMs;
    this.#late = late;
    this.#timer = this.#startTimer();
  }

  /** Adds a piece of the answer. Returns false if the answer has ended or has too much already. */
  push(piece: Piece): boolean {
    if (this.end !== undefined) return false;
    if (typeof piece === 'string') {
      if (this.#waitingCharacters + piece.length > MAX_WAITING_CHARACTERS) return false;
      this.#waitingCharacters += piece.length;
    } else if (++this.#rows > MAX_ROWS) return false;
    if (typeof piece === 'string' || 'action' in piece) this.hasAnswer = true;
    this.#pieces.push(piece);
    clearTimeout(this.#timer);
    this.#timer = this.#startTimer();
    this.#wake();
    return true;
  }

  /** Ends the candidate's work on the question. Pieces that were pushed before are still read. */
  finish(end: QuestionEnd): void {
    if (this.end !== undefined) return;
    this.end = end;
    clearTimeout(this.#timer);
    this.#wake();
  }

  /** Yields the pieces in their order, as they come, until the end. */
  async *pieces(): AsyncGenerator<Piece, void> {
    for (;;) {
      for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) {
        if (typeof piece === 'string') this.#waitingCharacters -= piece.length;
        yield piece;
      }
      if (this.end !== undefined) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(this.#late, this.#waitMs);
  }
}

/** A question as its agent gets it, over WebSocket or MCP. */
export function questionRecord({ id, text, context }: OpenQuestion) {
  const history: { role: 'visitor' | 'resident'; text: string }[] = [];
  let left = MAX_HISTORY_CHARACTERS;
  for (const message of context.history.toReversed()) {
    left -= message.text.length;
    if (left < 0) break;
    // Copies two fields only: a stored message has more, such as its place in the visitor's session.
    history.unshift({ role: message.role, text: message.text });
  }
  return { id, visitor: context.visitor, text, history, acting: context.acting };
}
