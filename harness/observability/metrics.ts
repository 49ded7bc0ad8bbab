import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Bus } from '../bus/bus.ts';
import type { Resident } from '../resident/resident.ts';
import type { AnswerSeen, Observer, RequestSeen, UpstreamSeen } from './observer.ts';
import type { Tally } from '../core/counts.ts';

/** The parts of a home that are asked when the metrics are read. */
export interface WatchedHome {
  readonly state: RelayState;
  readonly bridge: Pick<Bridge, 'counts' | 'traffic' | 'players' | 'gateways'>;
  /** The connection with other gateways; undefined for a single gateway. */
  readonly bus?: Pick<Bus, 'isOpen' | 'texts'> | undefined;
  /** The result of the last check of each portal. */
  readonly checks: { latest(): readonly { readonly health: { readonly status: string } }[] };
  /** Whether the last request to each upstream was answered; undefined before the first request. */
  readonly upstreams: () => readonly { readonly name: string; readonly online: boolean | undefined }[];
  /** The room knows who answers; the base resident knows what its model has used. */
  readonly room: Pick<Resident, 'who'>;
  readonly resident: Pick<Resident, 'usage'>;
  /** The number of webhooks by their outcome. */
  readonly hooks: Tally;
}

/** In seconds: a file in memory takes almost none, and a slow page takes several. */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5];
const UPSTREAM_BUCKETS = [0.05, 0.2, 1, 5, 15];
/** In seconds: an answer from the readings takes less than one, and an agent may work for minutes. */
const ANSWER_BUCKETS = [0.1, 0.5, 2, 10, 60, 300];
const KINDS = ['status', 'model', 'agent'] as const;
const PORTAL_STATES = ['online', 'offline', 'unknown'] as const;
const RELAY_STATES = ['open', 'connecting', 'waiting'] as const;

/**
 * The metrics of a home for Prometheus. The values of labels are words of the program, so there are few of
 * them. They contain no id, no address and no text or name of a visitor.
 */
export class Metrics implements Observer {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #upstreams: Histogram<'upstream' | 'outcome'>;
  readonly #answers: Histogram<'kind' | 'end'>;
  readonly #steps: Counter<'state'>;

  constructor() {
    const registers = [this.#registry];
    // The metrics of the process: processor, memory, files, event loop, garbage collection.
    collectDefaultMetrics({ register: this.#registry });
    // Removes these gauges: they are sums of other gauges, and Prometheus reserves names with `_total` for
    // counters.
    for (const name of ['resources', 'handles', 'requests'])
      this.#registry.removeSingleMetric(`nodejs_active_${name}_total`);
    this.#requests = new Histogram({
      name: 'home_world_http_request_seconds',
      help: 'Answered requests, by the pattern of their route.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    });
    this.#upstreams = new Histogram({
      name: 'home_world_upstream_request_seconds',
      help: 'Requests of the home to its upstreams, until the answer was read.',
      labelNames: ['upstream', 'outcome'],
      buckets: UPSTREAM_BUCKETS,
      registers,
    });
    this.#answers = new Histogram({
      name: 'home_world_answer_seconds',
      help: 'Answers of the resident, by who had the room and how they ended.',
      labelNames: ['kind', 'end'],
      buckets: ANSWER_BUCKETS,
      registers,
    });
    this.#steps = new Counter({
      name: 'home_world_answer_steps_total',
      help: 'Tool calls in answers.',
      labelNames: ['state'],
      registers,
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  request({ method, route, status, seconds }: RequestSeen): void {
    this.#requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  upstream({ upstream, online, seconds }: UpstreamSeen): void {
    this.#upstreams.observe({ upstream, outcome: online ? 'answered' : 'failed' }, seconds);
  }

  answer({ kind, end, seconds, steps }: AnswerSeen): void {
    this.#answers.observe({ kind, end }, seconds);
    for (const { state } of steps) this.#steps.inc({ state });
  }

  /** Reads the parts of a home whenever the metrics are read. */
  watch(home: WatchedHome): void {
    this.#watchBridge(home);
    this.#watchGateways(home);
    this.#watchOutside(home);
    this.#watchResident(home);
  }

  #watchBridge({ bridge, hooks }: WatchedHome): void {
    this.#gauge('home_world_sockets', 'Open sockets of the bridge.', () => bridge.counts.sockets);
    this.#gauge('home_world_visitors', 'Visitors with an open page.', () => bridge.counts.visitors);
    const { players } = bridge;
    this.#gauge('home_world_visitors_in_view', 'Visitors that others can see.', () => players.counts.visible);
    this.#gauge(
      'home_world_pages_watching',
      'Pages that receive other visitors.',
      () => players.counts.watching,
    );
    this.#tally(
      'home_world_presence_left_out_total',
      'Frames that were dropped or not sent.',
      'what',
      players.leftOut,
    );
    const { received, sent, drops } = bridge.traffic;
    this.#tally('home_world_frames_received_total', 'Frames from clients.', 'type', received);
    this.#tally('home_world_frames_sent_total', 'Frames to clients.', 'type', sent);
    this.#tally('home_world_drops_total', 'Connections that the home ended or refused.', 'reason', drops);
    this.#tally('home_world_webhooks_total', 'Webhooks of the code host.', 'outcome', hooks);
  }

  #watchGateways({ bridge, bus }: WatchedHome): void {
    if (!bus) return;
    this.#gauge('home_world_bus_up', 'Whether the NATS server is connected.', () => Number(bus.isOpen));
    this.#tally('home_world_bus_texts_total', 'Texts to and from other gateways.', 'direction', bus.texts);
    this.#gauge(
      'home_world_other_gateways',
      'Other gateways of the world.',
      () => bridge.gateways?.others.length ?? 0,
    );
  }

  #watchOutside({ state, checks, upstreams }: WatchedHome): void {
    this.#gauges('home_world_upstream_up', 'Whether the last request was answered.', 'upstream', () =>
      upstreams().flatMap(({ name, online }) => (online === undefined ? [] : [[name, Number(online)]])),
    );
    this.#gauges('home_world_portals', 'Portals by what their last check found.', 'status', () => {
      const found = checks.latest().map(({ health }) => health.status);
      return PORTAL_STATES.map((status) => [status, found.filter((one) => one === status).length]);
    });
    this.#gauges('home_world_relays', 'Relays by the state of their connection.', 'state', () => {
      const found = state.relay.relays.get();
      return RELAY_STATES.map((name) => [name, found.filter((relay) => relay.state === name).length]);
    });
  }

  #watchResident({ room, resident }: WatchedHome): void {
    this.#gauges('home_world_resident', 'Who has the room of the resident: 1 for one of them.', 'kind', () =>
      KINDS.map((kind) => [kind, room.who.kind === kind ? 1 : 0]),
    );
    const usage = resident.usage?.bind(resident);
    if (!usage) return;
    this.#gauges('home_world_model_used_today', 'What the model has used since 00:00 UTC.', 'what', () =>
      Object.entries(usage().today),
    );
    // Without a limit there is no series.
    this.#gauges('home_world_model_limit', 'What the model may use a day.', 'what', () =>
      Object.entries(usage().limits).filter(([, limit]) => limit < Infinity),
    );
    new Counter({
      name: 'home_world_model_problems_total',
      help: 'Answers for which the readings had to stand in for the model.',
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(usage().problems);
      },
    });
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  #gauges(
    name: string,
    help: string,
    label: string,
    read: () => readonly (readonly [word: string, value: number])[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [word, value] of read()) this.set({ [label]: word }, value);
      },
    });
  }

  #tally(name: string, help: string, label: string, tally: Tally): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [word, count] of tally) this.inc({ [label]: word }, count);
      },
    });
  }
}
