import type { Signal } from '@lit-labs/signals';
import * as v from 'valibot';
import { backOffMs } from '../core/back-off.ts';
import { firstIssue } from '../core/json.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { type OwnerIo, ownerRequest } from '../owner/owner-request.ts';
import { asksAnswer } from './ask.ts';
import { type AsksView, noAsks, openAsks, withAnswer } from './asks-view.ts';

/** The part of `EventSource` that is used. */
type EventSourceMaker = new (url: string) => Pick<EventSource, 'close' | 'onmessage' | 'onerror'>;

export interface AsksIo extends OwnerIo {
  readonly EventSource: EventSourceMaker;
  /** Milliseconds since the epoch. */
  now(): number;
  monotonicNow(): number;
  /** 0 to 1 */
  random(): number;
}

interface Needs {
  readonly asks: Signal.State<AsksView>;
  /** Whether the owner is signed in here. */
  readonly isOwner: { get(): boolean };
  /** Called when the home has said that the owner is not signed in any more. */
  signedOut(): void;
}

const STREAM = 'api/asks/stream';
const ASKS = 'api/asks';
/** Seconds before the stream is opened again. */
const BACK_OFF_SECONDS = [1, 2, 5, 10, 30];
/**
 * How often the page asks the home while the stream is open and silent. When a phone changes its network, a
 * dead stream can seem open, and some proxies delay streams.
 */
const QUIET_MS = 30_000;
/** How often the page asks while there is no stream. */
const WITHOUT_STREAM_MS = 5_000;
/** If `update` was not called for longer, the page was frozen, and its stream may be dead. */
const FROZEN_MS = 5_000;

/**
 * Keeps `asks` up to date while the owner is signed in: from a stream of events, and with requests while the
 * stream is silent. `update` is called once a second.
 */
class AsksLine {
  readonly #io: AsksIo;
  readonly #needs: Needs;
  readonly #life = new AbortController();
  #stream: InstanceType<EventSourceMaker> | undefined;
  #losses = 0;
  /** On the monotonic clock: the last answer, the last call of `update`, and when the stream may be opened again. */
  #heardAt = 0;
  #updatedAt = 0;
  #openAt = 0;
  #isAsking = false;

  constructor(io: AsksIo, needs: Needs) {
    this.#io = io;
    this.#needs = needs;
  }

  update(): void {
    const now = this.#io.monotonicNow();
    const wasFrozen = this.#updatedAt > 0 && now - this.#updatedAt > FROZEN_MS;
    this.#updatedAt = now;
    if (!this.#needs.isOwner.get()) {
      this.#close();
      if (this.#needs.asks.get() !== noAsks) this.#needs.asks.set(noAsks);
      return;
    }
    if (wasFrozen) {
      this.#close();
      this.#openAt = now;
      this.#heardAt = 0;
    }
    if (!this.#stream && now >= this.#openAt) this.#open();
    if (now - this.#heardAt > (this.#stream ? QUIET_MS : WITHOUT_STREAM_MS)) void this.#ask();
  }

  dispose(): void {
    this.#life.abort();
    this.#close();
  }

  #open(): void {
    const stream = new this.#io.EventSource(new URL(STREAM, this.#io.base).href);
    this.#stream = stream;
    this.#heardAt = this.#io.monotonicNow();
    stream.onmessage = ({ data }) => {
      this.#losses = 0;
      this.#read(data);
    };
    stream.onerror = () => {
      if (this.#stream !== stream) return;
      // We reconnect ourselves. The browser would reopen the stream only after some errors, and it would not
      // tell us that the sign-in has ended.
      this.#close();
      this.#losses += 1;
      this.#openAt = this.#io.monotonicNow() + backOffMs(BACK_OFF_SECONDS, this.#losses, this.#io.random);
      void this.#ask();
    };
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = undefined;
  }

  /** Reads an event of the stream. */
  #read(data: unknown): void {
    const { asks } = this.#needs;
    let json: unknown;
    try {
      json = JSON.parse(String(data));
    } catch {
      // `json` stays undefined, and the schema reports the problem.
    }
    const answer = v.safeParse(asksAnswer, json);
    this.#heardAt = this.#io.monotonicNow();
    if (answer.success) asks.set(withAnswer(asks.get(), answer.output, this.#io.now()));
    else
      asks.set({
        ...asks.get(),
        line: 'open',
        problem: `This page cannot read the asks (${firstIssue(answer.issues)}). Load the page again.`,
      });
  }

  /** Asks the home without the stream. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#heardAt = this.#io.monotonicNow();
    const result = await ownerRequest(this.#io, ASKS, { schema: asksAnswer, signal: this.#life.signal });
    this.#isAsking = false;
    if (this.#life.signal.aborted || !this.#needs.isOwner.get()) return;
    this.#heardAt = this.#io.monotonicNow();
    const { asks, signedOut } = this.#needs;
    const before = asks.get();
    if (result.ok) {
      const after = withAnswer(before, result.value, this.#io.now());
      asks.set(after);
      // The stream should have sent this change before. It is closed, so that a new one is opened.
      if (this.#stream && JSON.stringify(after.asks) !== JSON.stringify(before.asks)) this.#close();
    } else if (result.status === 401) signedOut();
    else if (result.status === 200) asks.set({ ...before, line: 'open', problem: result.message });
    else asks.set({ ...before, line: 'lost' });
  }
}

/** Follows the asks of the home. */
export const createAsks = (io: AsksIo): DataModule<Needs> =>
  dataModule((needs) => {
    const line = new AsksLine(io, needs);
    return { update: () => line.update(), dispose: () => line.dispose() };
  });

/** How many asks are open; 0 for visitors, and while the home does not answer. */
export async function countOpenAsks(base: string, fetch = globalThis.fetch): Promise<number> {
  const result = await ownerRequest({ base, fetch: (...request) => fetch(...request) }, ASKS, {
    schema: asksAnswer,
  });
  return result.ok ? openAsks(result.value).length : 0;
}
