import { Tally } from '../../harness/core/counts.ts';
import { type Bucket, type Bus, NoMemberError, type Stop } from '../../harness/bus/bus.ts';

type Listener = (text: string) => void;
type Handler = (text: string) => string | Promise<string>;

/** Entries of a subject, each with the member that it belongs to. */
class Entries<T> {
  readonly #bySubject = new Map<string, { readonly member: LocalBus; readonly value: T }[]>();

  add(subject: string, member: LocalBus, value: T): Stop {
    const entry = { member, value };
    this.#bySubject.set(subject, [...(this.#bySubject.get(subject) ?? []), entry]);
    return () => {
      const others = (this.#bySubject.get(subject) ?? []).filter((one) => one !== entry);
      if (others.length > 0) this.#bySubject.set(subject, others);
      else this.#bySubject.delete(subject);
    };
  }

  /** The entries of the other members. */
  others(subject: string, member: LocalBus): T[] {
    return (this.#bySubject.get(subject) ?? [])
      .filter((entry) => entry.member !== member)
      .map(({ value }) => value);
  }
}

class LocalBucket implements Bucket {
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #texts = new Map<string, { readonly text: string; readonly until: number }>();

  constructor(ttlMs: number, now: () => number) {
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  async get(key: string): Promise<string | undefined> {
    const kept = this.#texts.get(key);
    return kept && kept.until > this.#now() ? kept.text : undefined;
  }

  async put(key: string, text: string): Promise<void> {
    const now = this.#now();
    for (const [old, { until }] of this.#texts) if (until <= now) this.#texts.delete(old);
    this.#texts.set(key, { text, until: now + this.#ttlMs });
  }

  async create(key: string, text: string): Promise<boolean> {
    const kept = this.#texts.get(key);
    if (kept && kept.until > this.#now()) return false;
    void this.put(key, text);
    return true;
  }

  async delete(key: string): Promise<void> {
    this.#texts.delete(key);
  }
}

/** What the members in one process share. */
class Hub {
  readonly subscriptions = new Entries<Listener>();
  readonly services = new Entries<Handler>();
  readonly #buckets = new Map<string, LocalBucket>();
  readonly #now: () => number;
  #turn = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The next one of these entries, round robin. */
  oneOf<T>(all: readonly T[]): T | undefined {
    this.#turn += 1;
    return all[this.#turn % all.length];
  }

  bucket(name: string, ttlMs: number): LocalBucket {
    const bucket = this.#buckets.get(name) ?? new LocalBucket(ttlMs, this.#now);
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

/**
 * The bus inside one process. A single home is its only member: texts have no receiver, and requests no
 * answer.
 */
export class LocalBus implements Bus {
  readonly isOpen = true;
  readonly texts = new Tally();
  readonly #hub: Hub;
  readonly #stops = new Set<Stop>();

  constructor(now: () => number = Date.now, hub: Hub = new Hub(now)) {
    this.#hub = hub;
  }

  /** One more member of the same world. */
  join(): LocalBus {
    return new LocalBus(undefined, this.#hub);
  }

  publish(subject: string, text: string): void {
    this.texts.add('sent');
    for (const listener of this.#hub.subscriptions.others(subject, this))
      // Asynchronous, as over a network.
      queueMicrotask(() => listener(text));
  }

  subscribe(subject: string, listener: Listener): Stop {
    return this.#keep(
      this.#hub.subscriptions.add(subject, this, (text) => {
        this.texts.add('received');
        listener(text);
      }),
    );
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    const handler = this.#hub.oneOf(this.#hub.services.others(subject, this));
    this.texts.add('sent');
    if (!handler) throw new NoMemberError(subject);
    const answer = Promise.resolve(text).then(handler);
    return new Promise<string>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`no answer to ${subject} in time`)), timeoutMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timeout));
    }).then((text) => {
      this.texts.add('received');
      return text;
    });
  }

  serve(subject: string, handler: Handler): Stop {
    return this.#keep(
      this.#hub.services.add(subject, this, async (text) => {
        this.texts.add('received');
        const answer = await handler(text);
        this.texts.add('sent');
        return answer;
      }),
    );
  }

  bucket(name: string, ttlMs: number): Bucket {
    return this.#hub.bucket(name, ttlMs);
  }

  onChange(): Stop {
    return () => undefined;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
  }

  #keep(stop: Stop): Stop {
    const once = (): void => {
      this.#stops.delete(once);
      stop();
    };
    this.#stops.add(once);
    return once;
  }
}
