import type { FastifyInstance } from 'fastify';
import type { Config } from '../../data/config/config.ts';
import type { State } from '../../data/state.ts';
import { Household } from '../agent-sessions/household.ts';
import { recordId } from '../agent-sessions/session-record.ts';
import { SessionStore } from '../agent-sessions/session-store.ts';
import { AskDesk } from '../asks/ask-desk.ts';
import { Bridge } from '../bridge/bridge.ts';
import type { BridgeOptions } from '../bridge/bridge-options.ts';
import { History } from '../history/history.ts';
import type { SeenHome } from '../http/border.ts';
import { Readers } from '../keys/readers.ts';
import { ChangeDesk } from '../changes/change-desk.ts';
import { LetterDesk } from '../letters/letter-desk.ts';
import { LetterStore } from '../letters/letter-store.ts';
import type { WatchedHome } from '../observability/metrics.ts';
import { observeServer } from '../observability/observability.ts';
import { ObservedRoom } from '../observability/observed-room.ts';
import { type Fetch, endedBy } from '../outbound/fetch.ts';
import { pinnedFetch } from '../outbound/pinned-fetch.ts';
import { publicFetch } from '../outbound/redirects.ts';
import { PushDesk } from '../push/push-desk.ts';
import { PushService } from '../push/push-service.ts';
import { PushStore } from '../push/push-store.ts';
import { UsageDesk } from '../usage/usage-desk.ts';
import { UsageStore } from '../usage/usage-store.ts';
import { ResidentRoom } from '../resident/room/resident-room.ts';
import type { SharedAnswers } from './cluster/shared-answers.ts';
import { SharedCodeHost } from './cluster/shared-code-host.ts';
import { CachedCodeHost } from './code-host/cached.ts';
import type { CodeHost } from './code-host/code-host.ts';
import { publicName } from './code-host/public-records.ts';
import { RemoteCodeHost } from './code-host/remote.ts';
import { Repositories } from './code-host/repositories.ts';
import type { GatewayOptions, GatewaySettings } from './gateway-options.ts';
import { spreadSeconds } from './hooks/news.ts';
import type { PushHome } from './push-routes.ts';
import { PortalChecks, readRegistry } from './status/portal-checks.ts';
import { StatusRecorder, subjectFilter } from './status/status-recorder.ts';
import type { Upstream, UpstreamWatch } from './status/upstream-watch.ts';
import { strangersState } from './strangers.ts';
import { keepMilestones } from './syndication/feed.ts';

/** The parts of a home, made from the options of its gateway. */

/** The repositories that the home reads: the owner's, or the recording of a demo. */
export function openRepositories(
  { demo, codeHosts, now }: GatewaySettings,
  fetch: Fetch,
  upstreams: UpstreamWatch,
  answers: SharedAnswers | undefined,
  end: AbortSignal,
): Repositories {
  const recorded = demo && new RemoteCodeHost({ ...demo.codeHost, now, fetch, isRecorded: true });
  const isOneOfSeveral = codeHosts.length > 1;
  const watch = (codeHost: CodeHost): CodeHost => {
    const name = isOneOfSeveral ? `${codeHost.owner}/${codeHost.repo}` : undefined;
    const watched = upstreams.codeHost(codeHost, end, name);
    // Only answers of a remote code host are shared: each gateway reads a local repository itself.
    const isShared = answers && codeHost instanceof RemoteCodeHost;
    return isShared ? new SharedCodeHost(watched, answers, isOneOfSeveral) : watched;
  };
  const hosts = recorded ? [recorded] : codeHosts.map(watch);
  return new Repositories(
    hosts.map((host) => new CachedCodeHost(host, now)),
    now,
  );
}

/** The upstreams that are recorded and measured; none in a demo, which replays them. */
function watchedUpstreams({ demo, codeHosts, config }: GatewayOptions): readonly Upstream[] {
  if (demo) return [];
  const isThere: Readonly<Record<Upstream, boolean>> = {
    'code-host': codeHosts.some((codeHost) => codeHost instanceof RemoteCodeHost),
    weather: config.weather.url !== '',
    'block-explorer': config.chain.url !== '',
  };
  return (Object.keys(isThere) as Upstream[]).filter((upstream) => isThere[upstream]);
}

/** Records what the home knows of its portals and upstreams, but nothing that a demo replays. */
export function statusRecorder(
  options: GatewaySettings,
  parts: { readonly state: State; readonly checks: PortalChecks; readonly upstreams: UpstreamWatch },
): StatusRecorder {
  const { demo, history, now, log } = options;
  return new StatusRecorder({
    ...parts,
    history: history ?? new History(':memory:', { now }),
    watched: watchedUpstreams(options),
    relays: demo === undefined,
    now,
    log,
  });
}

/**
 * The configuration that the gateway's own state and its pages use. Both ask the gateway for commits, so the
 * code host's token and address stay in the gateway.
 */
export function homeConfig(
  { demo, config }: GatewayOptions,
  { address, names }: Pick<Repositories, 'address' | 'names'>,
): Config {
  const base = demo ? demo.configOf(config) : config;
  const agents = base.codeHost.agents.map(publicName);
  const authors = base.codeHost.authors || agents.length === 0;
  return { ...base, repositories: names, codeHost: { url: '', ...address, agents, authors } };
}

/** Returns the readers of this home, the state that strangers see, and what the routes need of both. */
export function readersOf({ config, keys }: GatewaySettings, state: State) {
  const readers = new Readers(config.access ?? 'public', keys);
  const forStrangers = readers.isPublic ? state : strangersState(state, readers.visitorsSee ?? []);
  const seen: SeenHome = {
    stateFor: ({ reader }) => (reader === 'stranger' ? forStrangers : state),
    sees:
      ({ reader }) =>
      (part) =>
        readers.sees(reader, part),
  };
  return { readers, forStrangers, seen };
}

/** The status history for the answers of the resident. */
export const pastFor =
  (readers: Readers, status: Pick<StatusRecorder, 'view'>): BridgeOptions['past'] =>
  (span, isStranger) => {
    const reader = isStranger ? 'stranger' : 'guest';
    const seen = subjectFilter((part) => readers.sees(reader, part));
    return readers.sees(reader, 'history') ? status.view(span, seen) : undefined;
  };

/**
 * The resident's room. A change of who answers is logged: the owner looks into the terminal first when an
 * agent does not answer.
 */
export function openRoom({ resident, observability, log }: GatewaySettings): ResidentRoom {
  const room = observability
    ? new ObservedRoom(resident, observability.observer)
    : new ResidentRoom(resident);
  room.onChange(() =>
    log(`answers now come from ${room.who.name} (${room.who.kind}, ${room.who.place})`, 'info'),
  );
  return room;
}

/** The bridge, which also stores the milestones that it sends. */
export function openBridge(
  options: GatewaySettings,
  shown: Pick<BridgeOptions, 'state' | 'forStrangers' | 'readers' | 'past'>,
  resident: ResidentRoom,
): Bridge {
  const { bus, conversations, keys, now, log } = options;
  const onBroadcast = keepMilestones(options.store, log);
  const store = conversations ?? options.store;
  return new Bridge({ ...options.bridge, bus, store, keys, ...shown, resident, now, log, onBroadcast });
}

/** Tells the pages that the sessions have changed. */
const announceSessions = (bridge: Bridge): void =>
  bridge.broadcast({
    type: 'status-update',
    detail: {
      readings: ['sessions'],
      withinSeconds: spreadSeconds(bridge.counts.visitors + (bridge.gateways?.remoteVisitors ?? 0)),
    },
  });

/**
 * Opens the sessions of the owner's coding agents, and the desks for what these agents ask, for the owner's
 * letters to them, and for what they have changed. Pages read the sessions again after a change. Sessions and desks report to each other.
 */
export function openHousehold(
  options: GatewaySettings,
  state: State,
  bridge: Bridge,
): {
  readonly household: Household;
  readonly asks: AskDesk;
  readonly letters: LetterDesk;
  readonly changes: ChangeDesk;
} {
  const { sessions, askLog, letterStore, demo, config, keys, bus, now, log } = options;
  const store = sessions ?? new SessionStore(':memory:', { now });
  const household = new Household({
    store,
    readings: state.readings,
    visitorsSee: config.agentSessions?.visitorsSee ?? 'states',
    recordedAt: demo?.sessionsAt,
    recordedDay: demo?.sessionsOf,
    now,
    bus,
    log,
    onChange: () => announceSessions(bridge),
    onReport: (report, sender) => {
      asks.heard(report, sender);
      if (report.state !== 'ended' || report.agent) return;
      letters.ended(report);
      changes.ended(report);
    },
  });
  const asks: AskDesk = new AskDesk({
    log: askLog,
    keep: (id, ask) => store.putAsk(id, ask),
    report: (report, sender) => household.isOf(recordId(report), sender) && household.report(report, sender),
    endWait: (report, sender) =>
      household.isOf(recordId(report), sender) && household.endWait(report, sender),
    nameOf: (record, sender) => household.nameOf(record, sender),
    // The sender is empty for the home's own token, which has no name.
    mayAsk: (sender) => sender === '' || keys.agents.has(sender),
    now,
    warn: (line) => log(line, 'error'),
  });
  const known = {
    sessions: () => household.living(),
    idOf: (key: string) => household.idOf(key),
    isOf: (id: string, sender: string) => household.isOf(id, sender),
    isOver: (id: string) => household.isOver(id),
    now,
  };
  const letters: LetterDesk = new LetterDesk({
    ...known,
    store: letterStore ?? new LetterStore(':memory:'),
    warn: (line) => log(line, 'error'),
  });
  const changes: ChangeDesk = new ChangeDesk(known);
  return { household, asks, letters, changes };
}

/** Opens what the owner's coding agents have used. */
export const openUsage = ({ usage, config, now, log }: GatewaySettings, household: Household): UsageDesk =>
  new UsageDesk({
    store: usage ?? new UsageStore(':memory:', { now, timeZone: config.weather.timeZone }),
    dailyDollars: config.usage?.dailyDollars ?? 0,
    known: (id) => household.known(id),
    warn: (line) => log(line, 'error'),
  });

/** The notices for browsers. A demo sends nothing. */
export function openPush(
  { demo, push, keys, fetch = pinnedFetch, lookup, now, log }: GatewaySettings,
  {
    household,
    asks,
    usage,
  }: { readonly household: Household; readonly asks: AskDesk; readonly usage: UsageDesk },
  status: StatusRecorder,
  end: AbortSignal,
): Pick<PushHome, 'store' | 'desk'> | undefined {
  if (demo) return undefined;
  const store = push ?? new PushStore(':memory:', now);
  const service = new PushService(store, endedBy(end, publicFetch(fetch, lookup)), now);
  const desk = new PushDesk({
    store,
    service,
    asks,
    sessions: household,
    budget: () => usage.budget,
    watched: () => status.view('24h', () => true).subjects,
    signIns: keys.signIns,
    now,
    log,
  });
  return { store, desk };
}

/** Checks the portals of the registry. */
export function portalChecks(
  { demo, now, portalTimeoutMs }: GatewaySettings,
  fetch: typeof globalThis.fetch,
): PortalChecks {
  return new PortalChecks({
    fetch,
    now,
    ...(portalTimeoutMs === undefined ? {} : { timeoutMs: portalTimeoutMs }),
    onlySelf: demo && 'the demo sends no request to other servers',
    records: () => readRegistry(fetch),
  });
}

/** Metrics and traces of a home, if its owner asked for them. */
export function observe(
  app: FastifyInstance,
  options: GatewayOptions,
  parts: Pick<WatchedHome, 'state' | 'checks' | 'room' | 'hooks'> & { readonly bridge: Bridge },
  upstreams: UpstreamWatch,
): void {
  const { observability, resident } = options;
  if (!observability) return;
  observeServer(app, observability, parts.bridge.guard);
  const results = () =>
    watchedUpstreams(options).map((name) => ({ name, online: upstreams.latest(name)?.online }));
  observability.metrics?.metrics.watch({ ...parts, bus: options.bus, resident, upstreams: results });
}
