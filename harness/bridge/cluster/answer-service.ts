import { readWorldAction } from '../../../data/chat/world-action.ts';
import { errorMessage } from '../../../data/core/text.ts';
import { readText, type Stop } from '../../bus/bus.ts';
import type { Piece, ResidentContext } from '../../resident/resident.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';
import {
  type AnswerFrameInput,
  type Ask,
  ask as askSchema,
  chatStepOf,
  MAX_PIECE_CHARACTERS,
  subjects,
} from './ask-frames.ts';
import type { Gateways } from './gateways.ts';

/** The same limit as for the questions at this gateway (`answer-queue.ts`). */
const MAX_ANSWER_MS = 600_000;

export interface AnswerServiceTools {
  readonly gateways: Gateways;
  readonly resident: ResidentRoom;
  readonly state: ResidentContext['state'];
  readonly log: (line: string) => void;
}

/** An answer that is being sent to the gateway that asked. */
class OutgoingAnswer {
  readonly #publish: (frame: AnswerFrameInput) => void;
  readonly #ending = new AbortController();
  readonly #stops: readonly Stop[];
  #pieces = 0;

  constructor(gateways: Gateways, { answer, gateway }: Ask) {
    const { bus } = gateways;
    this.#publish = (frame) => bus.publish(subjects.answer(answer), JSON.stringify(frame));
    const timeout = setTimeout(() => this.end('failed'), MAX_ANSWER_MS);
    this.#stops = [
      bus.subscribe(subjects.stop(answer), () => this.#close()),
      gateways.onChange(() => gateways.has(gateway) || this.#close()),
      // Pieces were perhaps lost while the bus was disconnected.
      bus.onChange((isOpen) => isOpen && this.end('failed')),
      () => clearTimeout(timeout),
    ];
  }

  /** Aborted when nothing more of this answer is needed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  send(piece: Piece): void {
    if (this.signal.aborted) return;
    if (typeof piece === 'string')
      for (let at = 0; at < piece.length; at += MAX_PIECE_CHARACTERS)
        this.#count({ type: 'text', n: this.#pieces, text: piece.slice(at, at + MAX_PIECE_CHARACTERS) });
    else if ('step' in piece) this.#count({ type: 'step', n: this.#pieces, step: chatStepOf(piece) });
    else {
      const action = readWorldAction(piece);
      if (action) this.#count({ type: 'action', n: this.#pieces, action });
    }
  }

  end(end: 'complete' | 'failed'): void {
    if (this.signal.aborted) return;
    this.#publish({ type: 'end', n: this.#pieces, end });
    this.#close();
  }

  #close(): void {
    for (const stop of this.#stops) stop();
    this.#ending.abort();
  }

  #count(frame: AnswerFrameInput): void {
    this.#publish(frame);
    this.#pieces += 1;
  }
}

/** Lets the candidates in the room of this gateway answer questions from other gateways. */
export class AnswerService {
  readonly #tools: AnswerServiceTools;
  readonly #answers = new Map<OutgoingAnswer, Promise<void>>();
  readonly #stopServing: Stop;
  #refuses = false;

  constructor(tools: AnswerServiceTools) {
    this.#tools = tools;
    const { bus, id } = tools.gateways;
    this.#stopServing = bus.serve(subjects.ask(id), (text) => JSON.stringify({ taken: this.#take(text) }));
  }

  /**
   * Call it before shutdown. Accepts no further question. The promise resolves when all accepted questions
   * are answered. Returns undefined if there are none.
   */
  refuse(): Promise<void> | undefined {
    this.#refuses = true;
    if (this.#answers.size === 0) return undefined;
    return Promise.all(this.#answers.values()).then(() => undefined);
  }

  /** Ends the unfinished answers as failed; another gateway then continues them. */
  close(): void {
    this.#refuses = true;
    this.#stopServing();
    for (const answer of this.#answers.keys()) answer.end('failed');
  }

  /** Accepts a question, if a candidate has time for it. */
  #take(text: string): boolean {
    const { resident, gateways } = this.#tools;
    const ask = readText(askSchema, text);
    if (!ask || this.#refuses || !resident.canAnswerHere) return false;
    const answer = new OutgoingAnswer(gateways, ask);
    const answered = this.#answer(ask, answer).finally(() => this.#answers.delete(answer));
    this.#answers.set(answer, answered);
    return true;
  }

  async #answer({ text, history, acting, visitor }: Ask, answer: OutgoingAnswer): Promise<void> {
    const { resident, state, log } = this.#tools;
    try {
      // The gateway that asks has counted the question for the address of its visitor.
      const context = { state, history, acting, visitor, visitors: 0, address: undefined };
      const pieces = resident.answerHere(text, context, answer.signal);
      for (let next = await pieces.next(); ; next = await pieces.next()) {
        if (next.done) return answer.end(next.value ? 'complete' : 'failed');
        answer.send(next.value);
      }
    } catch (error) {
      log(`a question of another gateway was not answered: ${errorMessage(error)}`);
      answer.end('failed');
    }
  }
}
