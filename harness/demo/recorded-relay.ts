import * as v from 'valibot';
import type { RecordedEvent } from './replay.ts';

/** How many of the newest events arrive one by one, so that the feed of a demo moves. */
const LIVE_EVENTS = 24;
const LIVE_EVERY_MS = 15_000;
const MAX_SUBSCRIPTIONS = 8;
const DEFAULT_LIMIT = 100;

const filter = v.object({
  kinds: v.optional(v.array(v.number())),
  limit: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(500)), DEFAULT_LIMIT),
});
const subscriptionId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const request = v.looseTuple([v.literal('REQ'), subscriptionId, filter]);
const closing = v.looseTuple([v.literal('CLOSE'), subscriptionId]);

const matches = ({ kinds }: v.InferOutput<typeof filter>, { kind }: RecordedEvent): boolean =>
  kinds === undefined || kinds.includes(kind);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A small relay (NIP-01) with recorded events, for one client: it answers `REQ` with the stored events,
 * newest first, and `EOSE`; then the newest recorded events arrive one at a time. It accepts no events.
 */
export class RecordedRelay {
  readonly #send: (text: string) => void;
  readonly #stored: readonly RecordedEvent[];
  readonly #subscriptions = new Map<string, v.InferOutput<typeof filter>>();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(events: readonly RecordedEvent[], send: (text: string) => void) {
    this.#send = send;
    const split = Math.max(0, events.length - LIVE_EVENTS);
    this.#stored = events.slice(0, split).reverse();
    const live = events.slice(split).values();
    this.#timer = setInterval(() => {
      const { value, done } = live.next();
      if (done === true) return this.close();
      for (const [id, wanted] of this.#subscriptions)
        if (matches(wanted, value)) this.#answer('EVENT', id, value);
    }, LIVE_EVERY_MS);
  }

  message(text: string): void {
    const message = parse(text);
    const parsed = v.safeParse(request, message);
    if (!parsed.success) {
      const closed = v.safeParse(closing, message);
      if (closed.success) this.#subscriptions.delete(closed.output[1]);
      else this.#answer('NOTICE', 'error: this relay replays recorded events and understands REQ and CLOSE');
      return;
    }
    const [, id, wanted] = parsed.output;
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS && !this.#subscriptions.has(id))
      return this.#answer('CLOSED', id, 'error: too many subscriptions');
    this.#subscriptions.set(id, wanted);
    for (const event of this.#stored.filter((one) => matches(wanted, one)).slice(0, wanted.limit))
      this.#answer('EVENT', id, event);
    this.#answer('EOSE', id);
  }

  /** Stops sending the newest events. */
  close(): void {
    clearInterval(this.#timer);
  }

  #answer(...frame: unknown[]): void {
    this.#send(JSON.stringify(frame));
  }
}
