import { randomBytes } from 'node:crypto';
import { type Stop, readText } from '../../bus/bus.ts';
import type { Piece, ResidentContext } from '../../resident/resident.ts';
import { OpenQuestion, type QuestionEnd, questionRecord } from '../../resident/room/open-question.ts';
import type { Answerer } from '../../resident/room/resident-room.ts';
import { type AnswerFrame, type Ask, answerFrame, askReply, subjects } from './ask-frames.ts';
import type { Gateways } from './gateways.ts';

/** How long to wait until a gateway accepts or refuses a question; normally it replies at once. */
const TAKE_MS = 2_000;
/** A question is closed after this time; the conversation gives up earlier (`session-conversation.ts`). */
const MAX_OPEN_MS = 900_000;

/** One question, answered by the resident of another gateway. */
export class RemoteAnswer implements Answerer {
  /** The gateway that is asked. */
  readonly gateway: string;
  readonly #gateways: Gateways;
  /** Random, so that no late piece gets into another answer. */
  readonly #answer = randomBytes(12).toString('hex');
  readonly #stops: Stop[] = [];
  #question: OpenQuestion | undefined;
  /** The number of pieces received. */
  #pieces = 0;

  constructor(gateways: Gateways, gateway: string) {
    this.#gateways = gateways;
    this.gateway = gateway;
  }

  give(text: string, context: ResidentContext, signal: AbortSignal): OpenQuestion {
    const id = randomBytes(9).toString('base64url');
    const question = new OpenQuestion({ id, text, context }, MAX_OPEN_MS, () => this.#end('gone'));
    this.#question = question;
    const stop = (): void => this.#end('stopped');
    signal.addEventListener('abort', stop, { once: true });
    this.#stops.push(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    else void this.#ask(question);
    return question;
  }

  take(): void {
    this.#end('stopped');
  }

  async #ask(question: OpenQuestion): Promise<void> {
    const { bus, id: gateway } = this.#gateways;
    this.#stops.push(
      bus.subscribe(subjects.answer(this.#answer), (text) => this.#receive(question, text)),
      this.#gateways.onChange(() => this.#gateways.has(this.gateway) || this.#end('gone')),
      // Pieces were perhaps lost while the bus was disconnected.
      bus.onChange((isOpen) => isOpen && this.#end('gone')),
      () => bus.publish(subjects.stop(this.#answer), ''),
    );
    const { id: _id, ...record } = questionRecord(question);
    const ask: Ask = { ...record, answer: this.#answer, gateway };
    try {
      const reply = await bus.request(subjects.ask(this.gateway), JSON.stringify(ask), TAKE_MS);
      if (readText(askReply, reply)?.taken === true) return;
    } catch {
      // The gateway is gone, or too busy to reply.
    }
    this.#end('failed');
  }

  #receive(question: OpenQuestion, text: string): void {
    const frame = readText(answerFrame, text);
    // A piece was lost or is invalid: the incomplete answer ends.
    if (!frame || frame.n !== this.#pieces) return this.#end('gone');
    if (frame.type === 'end')
      return this.#end(frame.end === 'complete' && question.hasAnswer ? 'complete' : 'failed');
    this.#pieces += 1;
    if (!question.push(pieceOf(frame))) this.#end('failed');
  }

  #end(end: QuestionEnd): void {
    this.#question?.finish(end);
    for (const stop of this.#stops.splice(0)) stop();
  }
}

/** The piece of the answer that a frame contains. */
function pieceOf(frame: Exclude<AnswerFrame, { type: 'end' }>): Piece {
  switch (frame.type) {
    case 'text':
      return frame.text;
    case 'action':
      return frame.action;
    case 'step': {
      const { detail, ...step } = frame.step;
      return { ...step, ...(detail === undefined ? {} : { detail }) };
    }
  }
}
