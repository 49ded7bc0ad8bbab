import { readWorldAction } from '../../../data/chat/world-action.ts';
import { errorMessage } from '../../../data/core/text.ts';
import { type Bus, NoMemberError, readText, type Stop } from '../../bus/bus.ts';
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
import { HEARTBEAT_MS, type Gateways, MAX_MISSED_HEARTBEATS } from './gateways.ts';

/** The same limit as for the questions at this gateway (`answer-queue.ts`). */
const MAX_ANSWER_MS = 600_000;

interface Tools {
  readonly bus: Bus;
  readonly room: ResidentRoom;
  readonly gateways: Gateways;
  readonly state: ResidentContext['state'];
  readonly log: (line: string) => void;
  readonly heartbeatMs?: number | undefined;
}

/** An answer that is being sent to the gateway that asked. */
class OutgoingAnswer {
  readonly #bus: Bus;
  readonly #answer: string;
  readonly #ending = new AbortController();
  readonly #stops: readonly Stop[];
  #pieces = 0;
  #missedHeartbeats = 0;

  constructor(bus: Bus, answer: string, heartbeatMs: number) {
    this.#bus = bus;
    this.#answer = answer;
    const heartbeatTimer = setInterval(() => void this.#sendHeartbeat(heartbeatMs), heartbeatMs);
    const timeout = setTimeout(() => this.end('failed'), MAX_ANSWER_MS);
    this.#stops = [
      bus.subscribe(subjects.stop(answer), () => this.#close()),
      () => clearInterval(heartbeatTimer),
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

  #publish(frame: AnswerFrameInput): void {
    this.#bus.publish(subjects.answer(this.#answer), JSON.stringify(frame));
  }

  /** Sends a heartbeat, and checks that the question is still open: a stop message may be lost. */
  async #sendHeartbeat(heartbeatMs: number): Promise<void> {
    this.#publish({ type: 'beat', n: this.#pieces });
    try {
      await this.#bus.request(subjects.isOpen(this.#answer), '', heartbeatMs);
      this.#missedHeartbeats = 0;
    } catch (error) {
      this.#missedHeartbeats += 1;
      const isGone = error instanceof NoMemberError && this.#bus.isOpen;
      if (isGone || this.#missedHeartbeats > MAX_MISSED_HEARTBEATS) this.#close();
    }
  }
}

/** Lets the candidates in the room of this gateway answer questions from other gateways. */
export class AnswerService {
  readonly #tools: Tools;
  readonly #answers = new Map<OutgoingAnswer, Promise<void>>();
  readonly #unwatchRoom: Stop;
  #stopServing: Stop | undefined;
  #refuses = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#unwatchRoom = tools.room.onChange(() => this.#serve());
    this.#serve();
  }

  /**
   * Before shutdown: accepts no further question. Resolves when the accepted ones are answered; undefined
   * without any.
   */
  refuse(): Promise<void> | undefined {
    this.#refuses = true;
    this.#serve();
    if (this.#answers.size === 0) return undefined;
    return Promise.all(this.#answers.values()).then(() => undefined);
  }

  /** Another gateway continues the unfinished answers. */
  close(): void {
    this.#unwatchRoom();
    void this.refuse();
    for (const answer of this.#answers.keys()) answer.end('failed');
  }

  /** Accepts questions while there is a candidate. */
  #serve(): void {
    const { bus, room } = this.#tools;
    if (room.candidate && !this.#refuses)
      this.#stopServing ??= bus.serve(subjects.ask, (text) => this.#take(text));
    else {
      this.#stopServing?.();
      this.#stopServing = undefined;
    }
  }

  #take(text: string): string {
    const { room, gateways, bus, heartbeatMs = HEARTBEAT_MS } = this.#tools;
    const gateway = gateways.id;
    const ask = readText(askSchema, text);
    if (!ask || ask.tried.includes(gateway) || !room.canAnswerHere)
      return JSON.stringify({ gateway, taken: false });
    const answer = new OutgoingAnswer(bus, ask.answer, heartbeatMs);
    const answered = this.#answer(ask, answer).finally(() => this.#answers.delete(answer));
    this.#answers.set(answer, answered);
    return JSON.stringify({ gateway, taken: true });
  }

  async #answer({ text, history, acting, visitor }: Ask, answer: OutgoingAnswer): Promise<void> {
    const { room, state, log } = this.#tools;
    try {
      // The gateway that asks has counted the question for the address of its visitor.
      const context = { state, history, acting, visitor, visitors: 0, address: undefined };
      const pieces = room.answerHere(text, context, answer.signal);
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
