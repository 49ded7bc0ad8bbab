import { ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import { MAX_AHEAD_MS } from '../core/time.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { FeedEvent, RelayStatus } from '../readings/records.ts';
import { emit } from '../core/event.ts';
import type { Environment } from '../core/environment.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { PageState } from '../core/page-state.ts';
import type { RelayState } from './relay-state.ts';
import { RelayConnection } from './connection.ts';
import { type Candidate, EventQueues } from './event-queues.ts';
import { type Ranked, rank } from './ranking.ts';
import type { Verifier } from './verifier.ts';

/** The maximum number of simultaneous verifications: enough to keep the worker busy. */
const MAX_VERIFYING = 16;
/**
 * The maximum number of verifications per update. A hidden page has no updates, so its verifications soon
 * stop.
 */
const MAX_STARTED_PER_UPDATE = 128;
/**
 * The maximum number of known ids, far more than the number of stored events, because relays repeat events.
 */
const MAX_KNOWN_IDS = 2_000;
/** A stored zap that is younger than this counts as live. */
const FRESH_ZAP_MS = 600_000;

interface RelayFeedDeps extends Pick<Environment, 'WebSocket' | 'now' | 'monotonicNow' | 'random' | 'log'> {
  /** Called with the first event, so that a page without relays starts no worker. */
  readonly createVerifier: () => Verifier;
}

/**
 * A hash of an event (FNV-1a): an event with a known id and the same hash is a repetition and is not
 * verified. A collision only hides an event, so 32 bits are enough. Undefined for an event that is nested so
 * deeply that it can be parsed, but not written or sent to a worker.
 */
function fingerprintOf(event: unknown): number | undefined {
  const { pubkey, created_at, kind, tags, content, sig } = event as Record<string, unknown>;
  let text: string;
  try {
    text = JSON.stringify([pubkey, created_at, kind, tags, content, sig]);
  } catch {
    return undefined;
  }
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

const idOf = (event: unknown): string | undefined => {
  const id = (event as { id?: unknown }).id;
  return typeof id === 'string' && id.length === 64 ? id : undefined;
};

type Needs = PageState & ConfigState & RelayState;

/**
 * The relay feed: several relays, one list of valid events (specification 2.5, 3.5 and 6.2).
 *
 * - An id is known only after an event with it was verified, so that a forgery cannot block the valid event.
 * During the verification, other events with the same id wait for the result.
 * - `rejected` counts events that were checked and are invalid, `dropped` those that arrived faster than they
 * could be checked.
 * - `update` starts verifications, so a hidden page verifies nothing; its connections stay open, and the
 * newest 200 events of each relay wait.
 * - A zap pulses when it is live (after its relay's end of stored events); a stored zap pulses only if it is
 * younger than ten minutes.
 */
class RelayFeed {
  readonly #state: Needs;
  readonly #deps: RelayFeedDeps;
  /** Ids of verified events, each with the fingerprint of its event. */
  readonly #known = new Map<string, number>();
  readonly #verifying = new Set<string>();
  readonly #events: Ranked[] = [];
  #queues = new EventQueues(0);
  /** The number of verifications that may still start before the next update. */
  #allowed = 0;
  #connections: readonly RelayConnection[] = [];
  #urls: readonly string[] = [];
  #statuses: RelayStatus[] = [];
  #hasNewStatus = false;
  #hasNewEvents = false;
  #lastEventTime: number | undefined;
  #verifier: Verifier | undefined;
  #online = true;
  /** Increases with each new set of relays: results for an earlier set are ignored. */
  #generation = 0;
  readonly #isNotVerifying = ({ id }: Candidate): boolean => !this.#verifying.has(id);

  constructor(state: Needs, deps: RelayFeedDeps) {
    this.#state = state;
    this.#deps = deps;
    this.#connect(state.config.get().relays);
    this.#publish();
  }

  update(): void {
    const urls = this.#state.config.get().relays;
    if (urls !== this.#urls) this.#connect(urls);
    const online = this.#state.online.get();
    // The loop uses an index, because this runs in every frame, and an iterator would create garbage.
    for (let i = 0; i < this.#connections.length; i++) {
      const connection = this.#connections[i];
      if (online !== this.#online) connection?.setOnline(online);
      connection?.update();
    }
    this.#online = online;
    this.#allowed = MAX_STARTED_PER_UPDATE;
    this.#startVerifications();
    this.#publish();
  }

  dispose(): void {
    this.#disconnect();
    this.#verifier?.dispose();
  }

  #connect(urls: readonly string[]): void {
    this.#disconnect();
    this.#urls = urls;
    const distinct = [...new Set(urls)];
    this.#statuses = distinct.map((url) => ({
      url,
      state: 'connecting',
      accepted: 0,
      rejected: 0,
      dropped: 0,
    }));
    this.#hasNewStatus = true;
    this.#queues = new EventQueues(distinct.length);
    const { WebSocket, monotonicNow, random, log } = this.#deps;
    this.#connections = distinct.map(
      (url, relay) =>
        new RelayConnection(url, {
          WebSocket,
          monotonicNow,
          random,
          log,
          onEvent: (event, stored) => this.#receive(relay, event, stored),
          onRefused: () => this.#count(relay, 'rejected'),
          onDropped: () => this.#count(relay, 'dropped'),
          onStatus: (state, cause) => this.#changeStatus(relay, { state, cause }),
        }),
    );
  }

  #disconnect(): void {
    this.#generation += 1;
    for (const connection of this.#connections) connection.dispose();
    this.#connections = [];
    this.#queues = new EventQueues(0);
    this.#verifying.clear();
  }

  #receive(relay: number, event: unknown, stored: boolean): void {
    const id = idOf(event);
    const fingerprint = fingerprintOf(event);
    if (id === undefined || fingerprint === undefined) return this.#count(relay, 'rejected');
    const candidate: Candidate = { id, event, fingerprint, relay, stored };
    if (!this.#isRepeated(candidate) && this.#queues.add(candidate)) this.#count(relay, 'dropped');
  }

  /**
   * Starts the verifications that are possible now. An event whose id is being verified waits for that
   * result.
   */
  #startVerifications(): void {
    while (this.#verifying.size < MAX_VERIFYING && this.#allowed > 0) {
      const next = this.#queues.next(this.#isNotVerifying);
      if (!next) return;
      if (!this.#isRepeated(next)) this.#start(next);
    }
  }

  #start(candidate: Candidate): void {
    this.#allowed -= 1;
    void this.#verify(candidate);
  }

  async #verify(candidate: Candidate): Promise<void> {
    const generation = this.#generation;
    const { id, relay } = candidate;
    this.#verifying.add(id);
    this.#verifier ??= this.#deps.createVerifier();
    const result = await this.#verifier.verify(candidate.event);
    if (generation !== this.#generation) return;
    this.#verifying.delete(id);
    if (result.valid) this.#accept(candidate, result.event);
    else {
      this.#count(relay, result.unchecked ? 'dropped' : 'rejected');
      // Verifies an event with the same id from the next relay that has one, so that copies from one relay do
      // not delay the valid event of another.
      const next =
        this.#allowed > 0 ? this.#queues.takeFrom(relay + 1, (other) => other.id === id) : undefined;
      if (next) this.#start(next);
    }
    this.#startVerifications();
  }

  #accept(candidate: Candidate, event: FeedEvent): void {
    const { id, relay, stored } = candidate;
    const now = this.#deps.now();
    const ageMs = now - event.created_at * 1000;
    if (ageMs < -MAX_AHEAD_MS) return this.#count(relay, 'rejected');
    if (this.#known.has(id)) return;
    this.#remember(candidate);
    this.#count(relay, 'accepted');
    this.#lastEventTime = now;
    if (rank(this.#events, { id, event })) this.#hasNewEvents = true;
    if (event.kind === ZAP_KIND && (!stored || ageMs <= FRESH_ZAP_MS)) emit(this.#state.zap, event.sats ?? 0);
  }

  #remember({ id, fingerprint }: Candidate): void {
    this.#known.set(id, fingerprint);
    if (this.#known.size <= MAX_KNOWN_IDS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Whether an event is a repetition. Another event with a known id is verified. */
  #isRepeated({ id, fingerprint }: Candidate): boolean {
    return this.#known.get(id) === fingerprint;
  }

  #changeStatus(relay: number, change: Partial<RelayStatus>): void {
    const before = this.#statuses[relay];
    if (before) this.#statuses[relay] = { ...before, ...change };
    this.#hasNewStatus = true;
  }

  #count(relay: number, what: 'accepted' | 'rejected' | 'dropped'): void {
    this.#changeStatus(relay, { [what]: (this.#statuses[relay]?.[what] ?? 0) + 1 });
  }

  #publish(): void {
    const { relays, events, lastEventTime } = this.#state.relay;
    if (this.#hasNewStatus) relays.set([...this.#statuses]);
    if (this.#hasNewEvents) events.set(this.#events.map(({ event }) => event));
    if (lastEventTime.get() !== this.#lastEventTime) lastEventTime.set(this.#lastEventTime);
    this.#hasNewStatus = this.#hasNewEvents = false;
  }
}

/** Updates `state.relay` while it runs. */
export const createRelayFeed = (deps: RelayFeedDeps): DataModule<Needs> =>
  dataModule((state) => new RelayFeed(state, deps));
