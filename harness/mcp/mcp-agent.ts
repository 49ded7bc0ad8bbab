import type { Opened } from '../asks/ask-desk.ts';
import { Candidate, type CandidateOptions } from '../resident/room/candidate.ts';
import { questionRecord } from '../resident/room/open-question.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';

/** How an agent of an MCP session calls itself in `read_chat`. */
type AgentName = Pick<CandidateOptions, 'name' | 'place' | 'note'>;

/** An ask of an agent, with the labels of its options, which the agent gets in the answer. */
export interface OwnerAsk extends Opened {
  readonly options: readonly string[];
}

/** The candidate of one MCP session: it enters the room with its first look at the chat. */
export class McpAgent {
  readonly #room: ResidentRoom;
  readonly #options: Pick<CandidateOptions, 'questionWaitMs' | 'now'>;
  readonly #news: () => void;
  readonly #readers = new Set<() => void>();
  /** The asks to the owner whose end the agent has not read yet, by id. */
  readonly asks = new Map<string, OwnerAsk>();
  #candidate: Candidate | undefined;

  /** @param news Called when the waiting questions change. */
  constructor(
    room: ResidentRoom,
    options: Pick<CandidateOptions, 'questionWaitMs' | 'now'>,
    news: () => void,
  ) {
    this.#room = room;
    this.#options = options;
    this.#news = news;
  }

  /** The candidate while it is in the room. */
  get candidate(): Candidate | undefined {
    return this.#candidate;
  }

  /** The questions without a whole answer, as the agent reads them. */
  get questions(): readonly ReturnType<typeof questionRecord>[] {
    return this.#candidate?.questions.map(questionRecord) ?? [];
  }

  /** Moves into the room, unless the agent is there already. */
  enter(name: AgentName): void {
    if (this.#candidate) return;
    this.#candidate = new Candidate(
      { ask: () => this.#notify(), cancel: () => this.#notify(), shownOut: () => this.leave() },
      { ...this.#options, ...name },
    );
    this.#room.enter(this.#candidate);
  }

  /** Whether the agent is in the room or waits for the owner. */
  get isHere(): boolean {
    return this.#candidate !== undefined || this.asks.size > 0;
  }

  leave(): void {
    for (const ask of this.asks.values()) ask.leave();
    this.asks.clear();
    const candidate = this.#candidate;
    this.#candidate = undefined;
    candidate?.leave();
    this.#notify();
  }

  /** Resolves when a question waits, the agent has left, the time is over, or `signal` is aborted. */
  async waitForQuestion(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.questions.length > 0 || milliseconds <= 0) return;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    if (limit.aborted) return;
    let wake: () => void = () => undefined;
    await new Promise<void>((done) => {
      wake = done;
      this.#readers.add(wake);
      limit.addEventListener('abort', wake, { once: true });
    });
    this.#readers.delete(wake);
  }

  #notify(): void {
    for (const wake of this.#readers) wake();
    this.#news();
  }
}
