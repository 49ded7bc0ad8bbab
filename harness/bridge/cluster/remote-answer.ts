import { randomBytes } from 'node:crypto';
import { type Bus, NoMemberError, readText, type Stop } from '../../bus/bus.ts';
import type { Piece, ResidentContext } from '../../resident/resident.ts';
import { OpenQuestion, type QuestionEnd, questionRecord } from '../../resident/room/open-question.ts';
import type { Answerer } from '../../resident/room/resident-room.ts';
import {
  type AnswerFrame,
  type Ask,
  MAX_TRIED_GATEWAYS,
  answerFrame,
  askReply,
  subjects,
} from './ask-frames.ts';
import { HEARTBEAT_MS, MAX_MISSED_HEARTBEATS } from './gateways.ts';

/** A gateway accepts or refuses a question at once. */
const TAKE_MS = 2_000;
/**
 * The number of attempts to find a gateway that accepts a question. An attempt may reach a gateway that is
 * busy or was tried before.
 */
const MAX_REQUESTS = 8;
/** Frames that may arrive before the reply is read. */
const MAX_EARLY_FRAMES = 100;
/** A question is closed after this time; the conversation gives up earlier (`session-conversation.ts`). */
const MAX_OPEN_MS = 900_000;

export interface AskTools {
  readonly bus: Bus;
  readonly heartbeatMs?: number | undefined;
}

/** One question, answered by the resident of another gateway. */
export class RemoteAnswer implements Answerer {
  /** The gateway that accepted the question. */
  gateway: string | undefined;
  readonly #tools: AskTools;
  readonly #tried: readonly string[];
  readonly #stops: Stop[] = [];
  #question: OpenQuestion | undefined;
  /** Frames that arrived before the gateway's reply. */
  #early: string[] = [];
  /** The number of pieces received. */
  #pieces = 0;
  #missedHeartbeats = 0;

  /** @param tried The gateways that did not complete the answer. */
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

  /**
   * Finds a gateway that accepts the question. If none does, the visitor has received nothing yet, and the
   * next resident answers.
   */
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
          for (const text of this.#early.splice(0)) this.#receive(text);
          return;
        }
      } catch (error) {
        // A gateway that does not reply is gone or busy; a busy gateway finds later that the question is
        // closed. The visitor waits for each attempt, so there are only three attempts if each one times out.
        index += error instanceof NoMemberError ? MAX_REQUESTS : 2;
      }
      stopListening();
      this.#early = [];
    }
    this.#end('failed');
  }

  /** Receives an answer until the question is closed. */
  #listen(answer: string): Stop {
    const { bus, heartbeatMs = HEARTBEAT_MS } = this.#tools;
    const beating = setInterval(() => {
      // Counts timer ticks, not seconds, so that a pause of this process does not end the answer.
      this.#missedHeartbeats += 1;
      if (this.gateway !== undefined && this.#missedHeartbeats > MAX_MISSED_HEARTBEATS) this.#end('gone');
    }, heartbeatMs);
    const stops = [
      bus.subscribe(subjects.answer(answer), (text) => this.#receive(text)),
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

  #receive(text: string): void {
    const question = this.#question;
    if (!question || question.end !== undefined) return;
    if (this.gateway === undefined) {
      if (this.#early.length < MAX_EARLY_FRAMES) this.#early.push(text);
      return;
    }
    this.#missedHeartbeats = 0;
    const frame = readText(answerFrame, text);
    // A piece was lost or is invalid: the incomplete answer ends.
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

/** The piece of the answer that a frame contains. */
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
