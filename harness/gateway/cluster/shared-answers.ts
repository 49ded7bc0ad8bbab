import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readBody } from '../../../data/core/http.ts';
import type { Source } from '../../../data/readings/sources/source.ts';
import { type Bucket, type Bus, MAX_BUS_BYTES } from '../../bus/bus.ts';

/**
 * How long the other gateways wait for the gateway that sends the request, before they send their own
 * request. Milliseconds.
 */
const LOCK_MS = 10_000;
/** Polling interval for an answer that another gateway asks for. Milliseconds. */
const POLL_MS = 100;

/** Converts an answer to text for the other gateways, and back. */
export interface AnswerCodec<T> {
  /** Undefined for an answer that is not shared, such as a failure. */
  toText(answer: T): string | undefined;
  /** Undefined for text that does not fit: it may come from another version of the home. */
  fromText(text: string): T | undefined;
}

/** The lock of the gateway that asks. */
interface Lock {
  readonly answers: Bucket;
  readonly key: string;
  /** The text under the key in the bucket of locks, while this gateway has the lock. */
  readonly token: string;
}

/**
 * Lets one gateway of a world ask an upstream, and all others use its answer as long as it is fresh. An
 * answer is fresh as long as the bus keeps it, so the clocks of the gateways do not matter. While the bus is
 * disconnected, each gateway asks for itself.
 */
export class SharedAnswers {
  readonly #bus: Bus;
  readonly #locks: Bucket;

  constructor(bus: Bus) {
    this.#bus = bus;
    this.#locks = bus.bucket('turns', LOCK_MS);
  }

  /**
   * The answer under a key, from another gateway or from `ask`. Rejects if `ask` does.
   * @param key Letters, digits and hyphens.
   * @param keepMs How long an answer is fresh.
   */
  async get<T>(key: string, keepMs: number, codec: AnswerCodec<T>, ask: () => Promise<T>): Promise<T> {
    if (!this.#bus.isOpen) return ask();
    const answers = this.#bus.bucket(`answers-${keepMs}`, keepMs);
    const end = performance.now() + LOCK_MS;
    while (performance.now() < end) {
      const known = await this.#read(answers, key, codec);
      if (known !== undefined) return known;
      const token = randomBytes(8).toString('hex');
      const isLocked = await this.#locks.create(key, token).catch(() => undefined);
      // The bus is disconnected.
      if (isLocked === undefined) break;
      if (isLocked) return this.#ask({ answers, key, token }, codec, ask);
      await pause(POLL_MS);
    }
    return ask();
  }

  /** Forgets an answer: the next reader asks the upstream. A pending answer is not shared: it may be old. */
  async forget(key: string, keepMs: number): Promise<void> {
    await this.#locks.delete(key).catch(() => undefined);
    await this.#bus
      .bucket(`answers-${keepMs}`, keepMs)
      .delete(key)
      .catch(() => undefined);
  }

  async #read<T>(answers: Bucket, key: string, codec: AnswerCodec<T>): Promise<T | undefined> {
    const text = await answers.get(key).catch(() => undefined);
    return text === undefined ? undefined : codec.fromText(text);
  }

  async #ask<T>(lock: Lock, codec: AnswerCodec<T>, ask: () => Promise<T>): Promise<T> {
    let text: string | undefined;
    try {
      // Another gateway may have stored an answer and released the lock since the last check.
      const known = await this.#read(lock.answers, lock.key, codec);
      if (known !== undefined) return known;
      const answer = await ask();
      text = codec.toText(answer);
      return answer;
    } finally {
      await this.#release(lock, text).catch(() => undefined);
    }
  }

  /** Stores the answer and releases the lock, unless the lock was lost meanwhile. */
  async #release({ answers, key, token }: Lock, text: string | undefined): Promise<void> {
    if ((await this.#locks.get(key)) !== token) return;
    // An answer that is too long for the bus is not shared: each gateway asks for it.
    if (text !== undefined) await answers.put(key, text).catch(() => undefined);
    await this.#locks.delete(key);
  }
}

/**
 * The answer expires this much before the next request of the gateway that requested it, so that the same
 * gateway requests it again. Milliseconds.
 */
const MARGIN_MS = 5_000;

const okWith = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });

/** Only good answers are shared, as the text of their body. */
const shape: AnswerCodec<{ readonly body: string } | { readonly response: Response }> = {
  toText: (answer) => ('body' in answer ? answer.body : undefined),
  fromText: (body) => ({ body }),
};

/**
 * Makes a source that one gateway of the world requests. The others read the same text, and check
 * it as a text of the upstream.
 */
export const sharedSource = (source: Source, answers: SharedAnswers): Source => ({
  ...source,
  read: (io, config, signal) => {
    const fetch: typeof io.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const key = `${source.name}-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;
      const keepMs = source.intervalSeconds * 1000 - MARGIN_MS;
      const answer = await answers.get(key, keepMs, shape, async () => {
        const response = await io.fetch(input, init);
        return response.status === 200
          ? { body: await readBody(response, MAX_BUS_BYTES, url) }
          : { response };
      });
      return 'body' in answer ? okWith(answer.body) : answer.response;
    };
    // Without the cache of this gateway, because a 304 would be of no use to the other gateways.
    const { cache: _cache, ...rest } = io;
    return source.read({ ...rest, fetch }, config, signal);
  },
});
