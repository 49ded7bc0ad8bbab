import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket, Bus } from '../../bus/bus.ts';

/** How long one gateway may take to ask, before the others ask for themselves. Milliseconds. */
const TURN_MS = 10_000;
/** Between two looks for an answer that another gateway asks for. Milliseconds. */
const LOOK_MS = 100;

/** How an answer becomes text for the other gateways, and text an answer. */
export interface AnswerCodec<T> {
  /** Undefined for an answer that each gateway must ask for itself, such as a failure. */
  toText(answer: T): string | undefined;
  /** Undefined for text that does not fit: it may come from another version. */
  fromText(text: string): T | undefined;
}

/** The turn of one gateway to ask. */
interface Turn {
  readonly answers: Bucket;
  readonly key: string;
  /** The text under the key in the bucket of turns, as long as this turn lasts. */
  readonly turn: string;
}

/**
 * Lets one gateway of a world ask an upstream, and all others use its answer as long as it is fresh.
 * An answer is fresh as long as the bus keeps it, so the clocks of the gateways do not matter. While
 * the bus is away, each gateway asks for itself.
 */
export class SharedAnswers {
  readonly #bus: Bus;
  readonly #turns: Bucket;

  constructor(bus: Bus) {
    this.#bus = bus;
    this.#turns = bus.bucket('turns', TURN_MS);
  }

  /**
   * The answer under a key, from another gateway or from `ask`. Rejects where `ask` does.
   * @param key Letters, digits and hyphens.
   * @param keepMs How long an answer is fresh.
   */
  async get<T>(key: string, keepMs: number, shape: AnswerCodec<T>, ask: () => Promise<T>): Promise<T> {
    if (!this.#bus.isOpen) return ask();
    const answers = this.#bus.bucket(`answers-${keepMs}`, keepMs);
    const end = performance.now() + TURN_MS;
    while (performance.now() < end) {
      const known = await this.#read(answers, key, shape);
      if (known !== undefined) return known;
      const turn = randomBytes(8).toString('hex');
      const isOurTurn = await this.#turns.create(key, turn).catch(() => undefined);
      // The bus is away.
      if (isOurTurn === undefined) break;
      if (isOurTurn) return this.#ask({ answers, key, turn }, shape, ask);
      await pause(LOOK_MS);
    }
    return ask();
  }

  /** The next reader asks the upstream, and an answer on its way is not shared: it may be old. */
  async forget(key: string, keepMs: number): Promise<void> {
    await this.#turns.delete(key).catch(() => undefined);
    await this.#bus
      .bucket(`answers-${keepMs}`, keepMs)
      .delete(key)
      .catch(() => undefined);
  }

  async #read<T>(answers: Bucket, key: string, shape: AnswerCodec<T>): Promise<T | undefined> {
    const text = await answers.get(key).catch(() => undefined);
    return text === undefined ? undefined : shape.fromText(text);
  }

  async #ask<T>(at: Turn, shape: AnswerCodec<T>, ask: () => Promise<T>): Promise<T> {
    let text: string | undefined;
    try {
      // Another gateway may have ended its turn with an answer since the last look.
      const known = await this.#read(at.answers, at.key, shape);
      if (known !== undefined) return known;
      const answer = await ask();
      text = shape.toText(answer);
      return answer;
    } finally {
      await this.#end(at, text).catch(() => undefined);
    }
  }

  /** Ends a turn with its answer, unless the turn was taken away meanwhile. */
  async #end({ answers, key, turn }: Turn, text: string | undefined): Promise<void> {
    if ((await this.#turns.get(key)) !== turn) return;
    // One that is too long for the bus is asked for by each gateway.
    if (text !== undefined) await answers.put(key, text).catch(() => undefined);
    await this.#turns.delete(key);
  }
}
