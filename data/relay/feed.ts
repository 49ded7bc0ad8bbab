import type { DataModule } from '../module.ts';
import type { FeedEvent, RelayStatus } from '../records.ts';
import { fire } from '../signal.ts';
import type { SocketMaker } from '../socket.ts';
import type { State } from '../state.ts';
import { type ConnectionDeps, type RelayConnection, createRelayConnection } from './connection.ts';
import { type Ranked, rank } from './ranking.ts';
import type { Verifier } from './verifier.ts';

/** Events under verification at once: enough to keep the worker busy, few enough to be forgotten. */
const AT_ONCE = 16;
/** Events that wait for verification; beyond it the oldest go unread. This is also what gathers while the page is hidden. */
const MAX_WAITING = 200;
/** Ids that are remembered as known, far more than are kept: relays repeat themselves. */
const MAX_KNOWN_IDS = 2_000;
/** Clocks differ; more than this is an attempt to stay on top of the list. Seconds. */
const MAX_AHEAD_SECONDS = 900;
/** A stored zap this young still counts as one that happens now. Seconds. */
const FRESH_ZAP_SECONDS = 600;
const ZAP_KIND = 9735;

export interface RelayFeedDeps {
  readonly WebSocket: SocketMaker;
  /** Made with the first event, so that a page without relays starts no worker. */
  readonly createVerifier: () => Verifier;
  now(): number;
  random(): number;
  readonly log: Pick<Console, 'warn'>;
}

interface Candidate {
  readonly id: string;
  readonly event: unknown;
  readonly relay: number;
  readonly stored: boolean;
}

const idOf = (event: unknown): string | undefined => {
  const id = (event as { id?: unknown }).id;
  return typeof id === 'string' && id.length === 64 ? id : undefined;
};

/**
 * The relay feed: several relays, one list of genuine events (specification 2.5, 3.5 and 6.2).
 *
 * - An id counts as known only once an event with it was verified: a forgery sent first cannot keep the genuine one out.
 *   While one is being verified, others with the same id wait for the verdict.
 * - Verification runs from `update`, so a hidden page verifies nothing; its connections stay, and the newest 200 wait.
 * - A zap pulses when it happens (after its relay's end of stored events), and from the backlog only if it is under ten minutes old.
 */
export function createRelayFeed(deps: RelayFeedDeps): DataModule {
  const known = new Set<string>();
  const verifying = new Set<string>();
  const kept: Ranked[] = [];
  let waiting: Candidate[] = [];
  let connections: RelayConnection[] = [];
  let state: State | undefined;
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
  const count = (relay: number, what: 'accepted' | 'rejected'): void =>
    change(relay, { [what]: (statuses[relay]?.[what] ?? 0) + 1 });

  const remember = (id: string): void => {
    known.add(id);
    if (known.size <= MAX_KNOWN_IDS) return;
    const [oldest] = known;
    if (oldest !== undefined) known.delete(oldest);
  };

  const accept = ({ id, relay, stored }: Candidate, event: FeedEvent): void => {
    const now = deps.now();
    const age = now / 1000 - event.created_at;
    if (age < -MAX_AHEAD_SECONDS) {
      count(relay, 'rejected');
      return;
    }
    remember(id);
    count(relay, 'accepted');
    state?.relay.lastEventTime.set(now);
    if (rank(kept, { id, event })) eventsChanged = true;
    if (state && event.kind === ZAP_KIND && (!stored || age <= FRESH_ZAP_SECONDS))
      fire(state.zap, event.sats ?? 0);
  };

  const verify = async (candidate: Candidate): Promise<void> => {
    const asked = generation;
    verifying.add(candidate.id);
    verifier ??= deps.createVerifier();
    const verdict = await verifier.verify(candidate.event);
    if (asked !== generation) return;
    verifying.delete(candidate.id);
    if (verdict.genuine) accept(candidate, verdict.event);
    else count(candidate.relay, 'rejected');
  };

  /** Takes what can be verified now; what has the id of one under verification waits for its verdict. */
  const pump = (): void => {
    const later: Candidate[] = [];
    for (const candidate of waiting) {
      if (known.has(candidate.id)) continue;
      if (verifying.size < AT_ONCE && !verifying.has(candidate.id)) void verify(candidate);
      else later.push(candidate);
    }
    waiting = later;
  };

  const take = (relay: number, event: unknown, stored: boolean): void => {
    const id = idOf(event);
    if (id === undefined) return count(relay, 'rejected');
    if (known.has(id)) return;
    waiting.push({ id, event, relay, stored });
    if (waiting.length <= MAX_WAITING) return;
    const dropped = waiting.shift();
    if (dropped) count(dropped.relay, 'rejected');
  };

  const publish = (into: State): void => {
    if (statusChanged) into.relay.relays.set([...statuses]);
    if (eventsChanged) into.relay.events.set(kept.map(({ event }) => event));
    statusChanged = eventsChanged = false;
  };

  const disconnect = (): void => {
    generation += 1;
    for (const connection of connections) connection.dispose();
    connections = [];
    waiting = [];
    verifying.clear();
  };

  const connect = (urls: readonly string[]): void => {
    disconnect();
    relays = urls;
    const distinct = [...new Set(urls)];
    statuses = distinct.map((url) => ({ url, state: 'connecting', accepted: 0, rejected: 0 }));
    statusChanged = true;
    connections = distinct.map((url, relay) => {
      const connectionDeps: ConnectionDeps = {
        WebSocket: deps.WebSocket,
        now: deps.now,
        random: deps.random,
        log: deps.log,
        onEvent: (event, stored) => take(relay, event, stored),
        onRefused: () => count(relay, 'rejected'),
        onStatus: (to, cause) => change(relay, { state: to, cause }),
      };
      return createRelayConnection(url, connectionDeps);
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
      if (waiting.length > 0) pump();
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
