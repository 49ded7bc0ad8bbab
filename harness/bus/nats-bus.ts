import type { KV, Kvm } from '@nats-io/kv';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { errorMessage } from '../../data/core/text.ts';
import { Tally } from '../core/counts.ts';
import { type Bucket, type Bus, MAX_BUS_BYTES, NoMemberError, type Stop } from './bus.ts';
import { NATS_TIMEOUT_MS, afterCreation, isWrongLastSequence } from './nats-connection.ts';

/** The header of a reply that contains the cause of a failure. */
const ERROR_HEADER = 'Home-World-Error';
const MAX_ERROR_CHARACTERS = 200;
/** A bucket contains readings, or the ids of webhooks. */
const MAX_BUCKET_BYTES = 64 * 1024 * 1024;

interface Packages {
  readonly transport: typeof import('@nats-io/transport-node');
  readonly jetstream: typeof import('@nats-io/jetstream');
  readonly kv: typeof import('@nats-io/kv');
}

/** Values in JetStream's key-value store. The server keeps them in files, so they survive a restart. */
class NatsBucket implements Bucket {
  readonly #open: () => Promise<KV>;
  readonly #isOpen: () => boolean;
  #kv: Promise<KV> | undefined;

  constructor(open: () => Promise<KV>, isOpen: () => boolean) {
    this.#open = open;
    this.#isOpen = isOpen;
  }

  get(key: string): Promise<string | undefined> {
    return this.#use(async (kv) => {
      const entry = await kv.get(key);
      return entry?.operation === 'PUT' ? entry.string() : undefined;
    });
  }

  put(key: string, text: string): Promise<void> {
    return this.#use(async (kv) => void (await kv.put(key, text)));
  }

  create(key: string, text: string): Promise<boolean> {
    return this.#use(async (kv) => {
      try {
        await kv.create(key, text);
        return true;
      } catch (error) {
        // The key already had a text, even if that text has been deleted since.
        if (isWrongLastSequence(error)) return false;
        throw error;
      }
    });
  }

  delete(key: string): Promise<void> {
    return this.#use((kv) => kv.delete(key));
  }

  /**
   * Runs a step with the bucket. After a failure the bucket is opened again, because the server may have
   * restarted without its files.
   */
  async #use<T>(step: (kv: KV) => Promise<T>): Promise<T> {
    try {
      return await afterCreation(async () => step(await this.#ready()));
    } catch (error) {
      this.#kv = undefined;
      throw error;
    }
  }

  /** Creates the bucket if it does not exist; after a failure, the next call tries again. */
  #ready(): Promise<KV> {
    if (!this.#isOpen()) return Promise.reject(new Error('the NATS server cannot be reached'));
    this.#kv ??= this.#open().catch((error: unknown) => {
      this.#kv = undefined;
      throw error;
    });
    return this.#kv;
  }
}

type OnError = (error: unknown) => void;

/** Throws an error of a listener as an uncaught exception, as an `EventEmitter` does. */
const throwLater: OnError = (error) =>
  queueMicrotask(() => {
    throw error;
  });

/** The bus over a NATS server: subjects begin with `hw.<world>.`, buckets with `hw_<world>_`. */
export class NatsBus implements Bus {
  readonly texts = new Tally();
  readonly #connection: NatsConnection;
  readonly #world: string;
  readonly #packages: Packages;
  readonly #kvm: Kvm;
  readonly #onError: OnError;
  readonly #listeners = new Set<(isOpen: boolean) => void>();
  readonly #buckets = new Map<string, NatsBucket>();
  #isOpen = true;

  private constructor(connection: NatsConnection, world: string, packages: Packages, onError: OnError) {
    this.#connection = connection;
    this.#world = world;
    this.#packages = packages;
    this.#onError = onError;
    this.#kvm = new packages.kv.Kvm(packages.jetstream.jetstream(connection, { timeout: NATS_TIMEOUT_MS }));
    void this.#followState();
  }

  /**
   * Joins a world. `close` closes the connection too.
   * @param onError Receives what a listener throws. If the error reached the NATS client, the client would
   * stop reading.
   */
  static async join(connection: NatsConnection, world: string, onError = throwLater): Promise<NatsBus> {
    const [transport, jetstream, kv] = await Promise.all([
      import('@nats-io/transport-node'),
      import('@nats-io/jetstream'),
      import('@nats-io/kv'),
    ]);
    return new NatsBus(connection, world, { transport, jetstream, kv }, onError);
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#connection.isClosed();
  }

  publish(subject: string, text: string): void {
    // While disconnected, the client would accept a message and lose it.
    if (!this.isOpen || Buffer.byteLength(text) > MAX_BUS_BYTES) return;
    this.texts.add('sent');
    this.#connection.publish(this.#subject(subject), text);
  }

  subscribe(subject: string, listener: (text: string) => void): Stop {
    return this.#listen(subject, {}, (message) => listener(message.string()));
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    if (!this.isOpen) throw new NoMemberError(subject);
    this.texts.add('sent');
    try {
      const answer = await this.#connection.request(this.#subject(subject), text, { timeout: timeoutMs });
      this.texts.add('received');
      const reason = answer.headers?.get(ERROR_HEADER);
      if (reason) throw new Error(reason);
      return answer.string();
    } catch (error) {
      const { RequestError } = this.#packages.transport.errors;
      if (error instanceof RequestError && error.isNoResponders()) throw new NoMemberError(subject);
      throw error;
    }
  }

  serve(subject: string, handler: (text: string) => string | Promise<string>): Stop {
    return this.#listen(subject, { queue: 'one' }, (message) => void this.#answer(message, handler));
  }

  bucket(name: string, ttlMs: number): Bucket {
    const known = this.#buckets.get(name);
    if (known) return known;
    const bucket = new NatsBucket(
      () =>
        this.#kvm.create(`hw_${this.#world}_${name}`, {
          ttl: ttlMs,
          history: 1,
          max_bytes: MAX_BUCKET_BYTES,
        }),
      () => this.isOpen,
    );
    this.#buckets.set(name, bucket);
    return bucket;
  }

  onChange(listener: (isOpen: boolean) => void): Stop {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#connection.close();
  }

  #subject(subject: string): string {
    return `hw.${this.#world}.${subject}`;
  }

  #listen(subject: string, options: { queue?: string }, take: (message: Msg) => void): Stop {
    // After the connection was closed, the gateway continues alone.
    if (this.#connection.isClosed()) return () => undefined;
    const subscription: Subscription = this.#connection.subscribe(this.#subject(subject), {
      ...options,
      callback: (error, message) => {
        if (error || message.data.length > MAX_BUS_BYTES) return;
        this.texts.add('received');
        this.#try(() => take(message));
      },
    });
    return () => {
      if (!subscription.isClosed()) subscription.unsubscribe();
    };
  }

  async #answer(message: Msg, handler: (text: string) => string | Promise<string>): Promise<void> {
    try {
      const answer = await handler(message.string());
      this.texts.add('sent');
      message.respond(answer);
    } catch (error) {
      const headers = this.#packages.transport.headers();
      headers.set(ERROR_HEADER, errorMessage(error).replaceAll(/\s/g, ' ').slice(0, MAX_ERROR_CHARACTERS));
      this.texts.add('sent');
      message.respond('', { headers });
    }
  }

  async #followState(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#changed(false);
      else if (type === 'reconnect') this.#changed(true);
    }
    this.#changed(false);
  }

  #changed(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    for (const listener of this.#listeners) this.#try(() => listener(isOpen));
  }

  #try(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#onError(error);
    }
  }
}
