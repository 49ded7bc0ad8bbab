import { MAX_AHEAD_MS } from '../core/time.ts';
import type { DataModule } from '../core/module.ts';
import type { FeedEvent, RelayStatus } from '../readings/records.ts';
import { emit } from '../core/event.ts';
import type { SocketMaker } from '../core/socket.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { PageState } from '../core/page-state.ts';
import type { RelayState } from './relay-state.ts';
import { type ConnectionDeps, RelayConnection } from './connection.ts';
import { type Ranked, rank } from './ranking.ts';
import type { Verifier } from './verifier.ts';

/** Events under verification at once: enough to keep the worker busy, few enough to be forgotten. */
const AT_ONCE = 16;
/** Verifications that one update begins: after it a hidden page, which has no updates, soon rests. */
const BEGUN_PER_UPDATE = 128;
/** Events of one relay that wait for verification; beyond it its oldest are dropped unread. This is also what gathers while the page is hidden. */
const MAX_WAITING = 200;
/** Ids that are remembered as known, far more than are kept: relays repeat themselves. */
const MAX_KNOWN_IDS = 2_000;
/** A stored zap this young still counts as one that happens now. */
const FRESH_ZAP_MS = 600_000;
const ZAP_KIND = 9735;

export interface RelayFeedDeps {
  readonly WebSocket: SocketMaker;
  /** Made with the first event, so that a page without relays starts no worker. */
  readonly createVerifier: () => Verifier;
  now(): number;
  /** Milliseconds of a clock that is never set back. */
  monotonicNow(): number;
  random(): number;
  readonly log: Pick<Console, 'warn'>;
}

interface Candidate {
  readonly id: string;
  readonly event: unknown;
  readonly relay: number;
  readonly stored: boolean;
}

/**
 * A number that stands for a whole event: one with a known id and the same number is a repetition and needs no verification. An event that
 * only looks like one is not counted and not shown, so a 32-bit hash (FNV-1a) will do.
 */
function fingerprintOf(event: unknown): number {
  const { pubkey, created_at, kind, tags, content, sig } = event as Record<string, unknown>;
  const text = JSON.stringify([pubkey, created_at, kind, tags, content, sig]);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

const idOf = (event: unknown): string | undefined => {
  const id = (event as { id?: unknown }).id;
  return typeof id === 'string' && id.length === 64 ? id : undefined;
};

/** The parts of the state that this module uses. */
type Needs = PageState & ConfigState & RelayState;

/**
 * The relay feed: several relays, one list of genuine events (specification 2.5, 3.5 and 6.2).
 *
 * - An id counts as known only once an event with it was verified: a forgery sent first cannot keep the genuine one out.
 *   While one is being verified, others with the same id wait for the verdict.
 * - Each relay has a queue of its own, and the relays take turns: one that floods fills its own queue and delays the others by one event.
 * - `rejected` counts what was looked at and found wrong, `dropped` what came faster than it could be looked at.
 * - Verification runs from `update`, so a hidden page verifies nothing; its connections stay, and the newest 200 of each relay wait.
 * - A zap pulses when it happens (after its relay's end of stored events), and from the backlog only if it is under ten minutes old.
 */
export function createRelayFeed(deps: RelayFeedDeps): DataModule<Needs> {
  /** Ids of verified events, each with the fingerprint of its event. */
  const known = new Map<string, number>();
  const verifying = new Set<string>();
  const kept: Ranked[] = [];
  /** One for each relay, oldest first. */
  let queues: Candidate[][] = [];
  /** The relay whose turn it is. */
  let turn = 0;
  /** Verifications that may still begin before the next update. */
  let allowed = 0;
  let connections: RelayConnection[] = [];
  let state: Needs | undefined;
  let relays: readonly string[] = [];
  let statuses: RelayStatus[] = [];
  let statusChanged = false;
  let eventsChanged = false;
  let verifier: Verifier | undefined;
  let online = true;
  /** Verdicts asked for by an earlier set of relays are nobody's. */
  let generation = 0;

  const change = (relay: number, by: Partial<RelayStatus>): void => {
    const before = statuses[relay];
    if (before) statuses[relay] = { ...before, ...by };
    statusChanged = true;
  };
  const count = (relay: number, what: 'accepted' | 'rejected' | 'dropped'): void =>
    change(relay, { [what]: (statuses[relay]?.[what] ?? 0) + 1 });

  const remember = ({ id, event }: Candidate): void => {
    known.set(id, fingerprintOf(event));
    if (known.size <= MAX_KNOWN_IDS) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };

  /** Relays repeat each other and themselves. Something else under a known id is verified like any event. */
  const isRepeated = ({ id, event }: Candidate): boolean =>
    known.has(id) && known.get(id) === fingerprintOf(event);

  const accept = (candidate: Candidate, event: FeedEvent): void => {
    const { id, relay, stored } = candidate;
    const now = deps.now();
    const ageMs = now - event.created_at * 1000;
    if (ageMs < -MAX_AHEAD_MS) {
      count(relay, 'rejected');
      return;
    }
    if (known.has(id)) return;
    remember(candidate);
    count(relay, 'accepted');
    if (rank(kept, { id, event })) eventsChanged = true;
    if (state && event.kind === ZAP_KIND && (!stored || ageMs <= FRESH_ZAP_MS))
      emit(state.zap, event.sats ?? 0);
  };

  /** Takes the first fitting event out of the queues, beginning with the relay `from`. */
  const takeOut = (from: number, fits: (candidate: Candidate) => boolean): Candidate | undefined => {
    for (let i = 0; i < queues.length; i++) {
      const queue = queues[(from + i) % queues.length] as Candidate[];
      const at = queue.findIndex(fits);
      if (at >= 0) return queue.splice(at, 1)[0];
    }
    return undefined;
  };

  const verify = async (candidate: Candidate): Promise<void> => {
    const asked = generation;
    const { id, relay } = candidate;
    verifying.add(id);
    verifier ??= deps.createVerifier();
    const verdict = await verifier.verify(candidate.event);
    if (asked !== generation) return;
    verifying.delete(id);
    if (verdict.genuine) accept(candidate, verdict.event);
    else {
      count(relay, verdict.unread ? 'dropped' : 'rejected');
      // The next relay that sent this id has its turn now: copies of one relay cannot keep the genuine event of another waiting.
      const next = allowed > 0 ? takeOut(relay + 1, (other) => other.id === id) : undefined;
      if (next) begin(next);
    }
    pump();
  };

  const begin = (candidate: Candidate): void => {
    allowed -= 1;
    void verify(candidate);
  };

  /** Begins what can be verified now, each relay in turn; an event whose id is under verification waits for that verdict. */
  const pump = (): void => {
    while (verifying.size < AT_ONCE && allowed > 0) {
      const next = takeOut(turn, ({ id }) => !verifying.has(id));
      if (!next) return;
      turn = (next.relay + 1) % queues.length;
      if (isRepeated(next)) continue;
      begin(next);
    }
  };

  const take = (relay: number, event: unknown, stored: boolean): void => {
    const id = idOf(event);
    const queue = queues[relay];
    if (id === undefined || !queue) return count(relay, 'rejected');
    const candidate: Candidate = { id, event, relay, stored };
    if (isRepeated(candidate)) return;
    queue.push(candidate);
    if (queue.length <= MAX_WAITING) return;
    queue.shift();
    count(relay, 'dropped');
  };

  const publish = (into: Needs): void => {
    if (statusChanged) into.relay.relays.set([...statuses]);
    if (eventsChanged) into.relay.events.set(kept.map(({ event }) => event));
    statusChanged = eventsChanged = false;
  };

  const disconnect = (): void => {
    generation += 1;
    for (const connection of connections) connection.dispose();
    connections = [];
    queues = [];
    turn = 0;
    verifying.clear();
  };

  const connect = (urls: readonly string[]): void => {
    disconnect();
    relays = urls;
    const distinct = [...new Set(urls)];
    statuses = distinct.map((url) => ({ url, state: 'connecting', accepted: 0, rejected: 0, dropped: 0 }));
    statusChanged = true;
    queues = distinct.map(() => []);
    connections = distinct.map((url, relay) => {
      const connectionDeps: ConnectionDeps = {
        WebSocket: deps.WebSocket,
        monotonicNow: deps.monotonicNow,
        random: deps.random,
        log: deps.log,
        onEvent: (event, stored) => take(relay, event, stored),
        onRefused: () => count(relay, 'rejected'),
        onDropped: () => count(relay, 'dropped'),
        onStatus: (to, cause) => change(relay, { state: to, cause }),
      };
      return new RelayConnection(url, connectionDeps);
    });
  };

  return {
    init(_scene, into) {
      state = into;
      online = true;
      connect(into.config.get().relays);
      publish(into);
    },
    update() {
      if (!state) return;
      const wanted = state.config.get().relays;
      if (wanted !== relays) connect(wanted);
      const nowOnline = state.online.get();
      for (let i = 0; i < connections.length; i++) {
        const connection = connections[i] as RelayConnection;
        if (nowOnline !== online) connection.setOnline(nowOnline);
        connection.update();
      }
      online = nowOnline;
      allowed = BEGUN_PER_UPDATE;
      pump();
      if (statusChanged || eventsChanged) publish(state);
    },
    dispose() {
      disconnect();
      verifier?.dispose();
      verifier = undefined;
      state = undefined;
    },
  };
}
