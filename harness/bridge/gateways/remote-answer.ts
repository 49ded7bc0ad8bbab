import { randomBytes } from 'node:crypto';
import { type Bus, NoMember, type Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';
import type { Piece, ResidentContext } from '../../resident/resident.ts';
import { OpenQuestion, type QuestionEnd } from '../../resident/room/open-question.ts';
import { questionRecord } from '../../resident/room/question-record.ts';
import type { Answerer } from '../../resident/room/resident-room.ts';
import {
  type AnswerFrame,
  type Ask,
  MAX_TRIED_GATEWAYS,
  answerFrame,
  askReply,
  subjects,
} from './ask-frames.ts';
import { BEAT_MS, MAX_MISSED_BEATS } from './gateways.ts';

/** A gateway takes a question at once, or not. */
const TAKE_MS = 2_000;
/** How often the bus is asked for one that takes it: each time it may be one that was tried or has no time. */
const MAX_REQUESTS = 8;
/** Frames that may come before that reply is read. */
const MAX_EARLY_FRAMES = 100;
/** No question stays open longer: the conversation gives up before (`session-conversation.ts`). */
const MAX_OPEN_MS = 900_000;

export interface AskTools {
  readonly bus: Bus;
  readonly beatMs?: number | undefined;
}

/** One question, given to the resident of another gateway. */
export class RemoteAnswer implements Answerer {
  /** The gateway that took it. */
  gateway: string | undefined;
  readonly #tools: AskTools;
  readonly #tried: readonly string[];
  readonly #stops: Stop[] = [];
  #question: OpenQuestion | undefined;
  /** Frames that came before the reply of the gateway that took it. */
  #early: string[] = [];
  /** Pieces that came. */
  #pieces = 0;
  #missedBeats = 0;

  /** @param tried The gateways that did not finish it. */
  constructor(tools: AskTools, tried: readonly string[]) {
    this.#tools = tools;
    this.#tried = tried.slice(-MAX_TRIED_GATEWAYS);
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

  /** Looks for a gateway that takes it. Nothing was said yet where there is none: the next one answers. */
  async #ask(question: OpenQuestion): Promise<void> {
    const { id: _id, ...record } = questionRecord(question);
    for (let index = 0; index < MAX_REQUESTS && question.end === undefined; index += 1) {
      const answer = randomBytes(12).toString('hex');
      const stopListening = this.#listen(answer);
      try {
        const ask: Ask = { ...record, answer, tried: [...this.#tried] };
        const reply = readText(
          askReply,
          await this.#tools.bus.request(subjects.ask, JSON.stringify(ask), TAKE_MS),
        );
        if (reply?.taken && !this.#tried.includes(reply.gateway)) {
          this.gateway = reply.gateway;
          for (const text of this.#early.splice(0)) this.#hear(text);
          return;
        }
      } catch (error) {
        // One that gave no answer in time may be gone, or busy: then it sees that the question is not open.
        // The visitor waits all that time, so three of them are enough.
        index += error instanceof NoMember ? MAX_REQUESTS : 2;
      }
      stopListening();
      this.#early = [];
    }
    this.#end('failed');
  }

  /** Listens to an answer until the question has ended. */
  #listen(answer: string): Stop {
    const { bus, beatMs = BEAT_MS } = this.#tools;
    const beating = setInterval(() => {
      // Counts its own beats, not seconds, so that a pause of this process ends no answer.
      this.#missedBeats += 1;
      if (this.gateway !== undefined && this.#missedBeats > MAX_MISSED_BEATS) this.#end('gone');
    }, beatMs);
    const stops = [
      bus.subscribe(subjects.answer(answer), (text) => this.#hear(text)),
      bus.serve(subjects.isOpen(answer), () => 'open'),
      () => clearInterval(beating),
      () => bus.publish(subjects.stop(answer), ''),
    ];
    const stop = (): void => {
      for (const one of stops.splice(0)) one();
    };
    this.#stops.push(stop);
    return stop;
  }

  #hear(text: string): void {
    const question = this.#question;
    if (!question || question.end !== undefined) return;
    if (this.gateway === undefined) {
      if (this.#early.length < MAX_EARLY_FRAMES) this.#early.push(text);
      return;
    }
    this.#missedBeats = 0;
    const frame = readText(answerFrame, text);
    // A piece was lost on the way, or cannot be read: a text with a hole in it is no answer.
    if (!frame || frame.n !== this.#pieces) return this.#end('gone');
    if (frame.type === 'beat') return;
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

/** The piece of the answer in a frame. */
function pieceOf(frame: Exclude<AnswerFrame, { type: 'beat' | 'end' }>): Piece {
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
