import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Config } from '../../data/config/config.ts';
import { type State, createState } from '../../data/state.ts';
import { Household } from '../agent-sessions/household.ts';
import { recordId } from '../agent-sessions/session-record.ts';
import { SessionStore } from '../agent-sessions/session-store.ts';
import { AskDesk } from '../asks/ask-desk.ts';
import { Bridge } from '../bridge/bridge.ts';
import type { BridgeOptions } from '../bridge/bridge-options.ts';
import type { Bus } from '../bus/bus.ts';
import { bridgeRoute, enableSockets } from '../bridge/routes.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { ensureDir } from '../core/folders.ts';
import { History } from '../history/history.ts';
import { metricsRoute, type Observability } from '../observability/observability.ts';
import type { WatchedHome } from '../observability/metrics.ts';
import { observeRequests } from '../observability/observer.ts';
import { ObservedRoom } from '../observability/observed-room.ts';
import { ResidentRoom } from '../resident/room/resident-room.ts';
import { Keys } from '../keys/keys.ts';
import { Readers } from '../keys/readers.ts';
import { PushDesk } from '../push/push-desk.ts';
import { PushService } from '../push/push-service.ts';
import { PushStore } from '../push/push-store.ts';
import type { Store } from '../store/store.ts';
import { activityRoutes } from './activity-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { Authors } from './agents.ts';
import { AnswerCache } from './answer-cache.ts';
import { CachedCodeHost } from './code-host/cached.ts';
import type { CodeHost } from './code-host/code-host.ts';
import { publicName } from './code-host/public-records.ts';
import { RemoteCodeHost } from './code-host/remote.ts';
import { compressTexts } from '../http/compress.ts';
import { guardBorder } from '../http/border.ts';
import { hashesOfPages, originsOf } from '../http/csp.ts';
import type { SeenHome } from '../http/seen-home.ts';
import { pageNames } from './pages/open-graph.ts';
import { notFound } from './pages/not-found.ts';
import { privatePage } from './pages/private-page.ts';
import { type Fetch, endedBy } from '../outbound/fetch.ts';
import type { GatewayOptions, GatewaySettings } from './gateway-options.ts';
import { healthRoute } from './health.ts';
import { codeHostHooks } from './code-host-hooks.ts';
import { checkHost } from './host-check.ts';
import { pinnedFetch } from '../outbound/pinned-fetch.ts';
import { PortalChecks, readRegistry } from './status/portal-checks.ts';
import type { PushHome } from './push-routes.ts';
import { GatewayReadings } from './readings.ts';
import { publicFetch } from '../outbound/public-fetch.ts';
import { guardRedirects } from '../outbound/redirects.ts';
import { SharedAnswers } from './cluster/shared-answers.ts';
import { SharedCodeHost } from './cluster/shared-code-host.ts';
import { relaySockets } from './relays.ts';
import { homeRoutes } from './routes.ts';
import { REQUESTS_PER_MINUTE, addSecurity, limitRate } from './security.ts';
import { spreadSeconds } from './hooks/news.ts';
import { strangersConfig, strangersState } from './strangers.ts';
import { StatusRecorder } from './status/status-recorder.ts';
import { type Upstream, UpstreamWatch } from './status/upstream-watch.ts';
import { keepMilestones } from './syndication/feed.ts';
import { SELF_BASE, SELF_HEADER, selfFetch } from '../outbound/self-fetch.ts';
import { createServerApp, handleErrors } from '../http/server-app.ts';
import { readBuild } from './pages/static-files.ts';

/** The parts of a running home, for its other servers and for tests. */
export interface Home {
  readonly state: State;
  readonly bridge: Bridge;
  readonly household: Household;
  /** What agents ask the owner. */
  readonly asks: AskDesk;
  readonly store: Store;
  readonly keys: Keys;
  /** Who reads, and what they may see. */
  readonly readers: Readers;
  readonly hostNames: readonly string[] | undefined;
  readonly requestsPerMinute: number;
  readonly log: GatewaySettings['log'];
  /** Checks every portal once. */
  checkPortals(): Promise<void>;
  /** The status history of portals, upstreams and relays. */
  readonly status: StatusRecorder;
  readonly observability: Observability | undefined;
  readonly bus: Bus | undefined;
  /** What others report to the home over HTTP: its agent, and the code host. */
  readonly events: FastifyPluginAsync;
  /** Connects to the relays, if the home polls. A server does when it listens. */
  startRelays(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    home: Home;
  }
}

/** How long the start may wait to learn who the agents are. */
const AGENTS_TIMEOUT_MS = 2_000;

/** The code host that the home asks: the owner's, or the recording of a demo. */
function upstreamCodeHost(
  { demo, codeHost, now }: GatewaySettings,
  fetch: Fetch,
  upstreams: UpstreamWatch,
  answers: SharedAnswers | undefined,
  end: AbortSignal,
): CodeHost {
  if (demo) return new RemoteCodeHost({ ...demo.codeHost, now, fetch });
  const watched = upstreams.codeHost(codeHost, end);
  // A repository on this machine is read by each gateway.
  return answers && codeHost instanceof RemoteCodeHost ? new SharedCodeHost(watched, answers) : watched;
}

/** The upstreams that are recorded and measured, but none that a demo replays. */
function watchedUpstreams({ demo, codeHost, config }: GatewayOptions): readonly Upstream[] {
  if (demo) return [];
  const isThere: Readonly<Record<Upstream, boolean>> = {
    'code-host': codeHost instanceof RemoteCodeHost,
    weather: config.weather.url !== '',
    'block-explorer': config.chain.url !== '',
  };
  return (Object.keys(isThere) as Upstream[]).filter((upstream) => isThere[upstream]);
}

/** Records what the home knows of its portals and upstreams, but nothing that a demo replays. */
function statusRecorder(
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
 * The configuration that the gateway's own state and its pages use. Both ask the gateway for
 * commits: the code host's token and address stay in it.
 */
function homeConfig({ demo, config }: GatewayOptions, { owner, repo }: CodeHost): Config {
  const base = demo ? demo.configOf(config) : config;
  const agents = base.codeHost.agents.map(publicName);
  const authors = base.codeHost.authors || agents.length === 0;
  return { ...base, codeHost: { url: '', owner, repo, agents, authors } };
}

/** The resident's room. When an agent does not answer, its owner looks into the terminal first. */
function openRoom({ resident, observability, log }: GatewaySettings): ResidentRoom {
  const room = observability
    ? new ObservedRoom(resident, observability.observer)
    : new ResidentRoom(resident);
  room.onChange(() =>
    log(`answers now come from ${room.who.name} (${room.who.kind}, ${room.who.place})`, 'info'),
  );
  return room;
}

/** The bridge, which also stores the milestones that it sends. */
function openBridge(
  options: GatewaySettings,
  shown: Pick<BridgeOptions, 'state' | 'forStrangers' | 'readers'>,
  resident: ResidentRoom,
): Bridge {
  const { bus, conversations, keys, now, log } = options;
  const onBroadcast = keepMilestones(options.store, log);
  const store = conversations ?? options.store;
  return new Bridge({ ...options.bridge, bus, store, keys, ...shown, resident, now, log, onBroadcast });
}

/**
 * The sessions of the owner's coding agents, which pages read again when they change, and what these agents ask.
 * Each hears of the other.
 */
function openHousehold(
  options: GatewaySettings,
  state: State,
  bridge: Bridge,
): { readonly household: Household; readonly asks: AskDesk } {
  const { sessions, askLog, demo, config, bus, now, log } = options;
  const household = new Household({
    store: sessions ?? new SessionStore(':memory:', { now }),
    readings: state.readings,
    visitorsSee: config.agentSessions?.visitorsSee ?? 'states',
    recordedAt: demo?.sessionsAt,
    now,
    bus,
    log,
    onChange: () =>
      bridge.broadcast({
        type: 'status-update',
        detail: {
          readings: ['sessions'],
          withinSeconds: spreadSeconds(bridge.counts.visitors + (bridge.gateways?.remoteVisitors ?? 0)),
        },
      }),
    onReport: (report, sender) => asks.heard(report, sender),
  });
  const asks: AskDesk = new AskDesk({
    log: askLog,
    report: (report, sender) => household.isOf(recordId(report), sender) && household.report(report, sender),
    nameOf: (record, sender) => household.nameOf(record, sender),
    now,
    warn: (line) => log(line, 'error'),
  });
  return { household, asks };
}

/** The notices for browsers. A demo sends nothing. */
function openPush(
  { demo, push, keys, fetch = pinnedFetch, lookup, now, log }: GatewaySettings,
  { household, asks }: { readonly household: Household; readonly asks: AskDesk },
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
    incidents: (limit) => status.incidents(now(), limit, () => true),
    signIns: keys.signIns,
    now,
    log,
  });
  return { store, desk };
}

/** What others report to the home: the code host, and the agents. */
const eventRoutes =
  (hooks: FastifyPluginAsync, bridge: Bridge, household: Household, now: () => number): FastifyPluginAsync =>
  async (server) => {
    const { activity, guard, owners } = bridge;
    await server.register(hooks);
    await server.register(activityRoutes({ activity, household, guard, now }));
    await server.register(sessionRoutes(household, owners, guard));
  };

/** Checks the portals of the registry. */
function portalChecks(
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

/** Times the requests to a server, and lets it answer with the metrics. */
function observeServer(app: FastifyInstance, { observer, metrics }: Observability, guard: TokenGuard): void {
  observeRequests(app, observer);
  if (metrics) metricsRoute(app, metrics, guard);
}

/** Metrics and traces of a home, if its owner asked for them. */
function observe(
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

/** Headers, limits and errors of every answer. */
async function addLimits(
  app: FastifyInstance,
  { dist, hostNames, publicUrl, trustProxy = 0, log }: GatewaySettings,
  parts: {
    config: Config;
    bridge: Bridge;
    readers: Readers;
    requestsPerMinute: number;
    selfSecret: string;
  },
): Promise<void> {
  const { config, bridge, readers, requestsPerMinute, selfSecret } = parts;
  const isOwn = (headers: Readonly<Record<string, unknown>>): boolean => headers[SELF_HEADER] === selfSecret;
  const visitorsSee = readers.visitorsSee ?? [];
  const shown = originsOf(strangersConfig(config, (part) => visitorsSee.includes(part)));
  guardBorder(app, {
    readers,
    isOwn: ({ headers }) => isOwn(headers),
    hiddenOrigins: originsOf(config).filter((origin) => !shown.includes(origin)),
    refusePage: privatePage(publicUrl),
  });
  const hashes = await hashesOfPages(dist, pageNames);
  const varyByProxy = trustProxy > 0;
  await addSecurity(app, { config, hashes, requestsPerMinute, selfSecret, guard: bridge.guard, varyByProxy });
  checkHost(app, hostNames, isOwn);
  await enableSockets(app, bridge);
  compressTexts(app);
  handleErrors(app, log, notFound(publicUrl, config.appName));
}

/** Learns who the agents are. Resolves when they are known, or when it has taken too long. */
async function learnAtStart(authors: Authors, codeHost: CodeHost): Promise<void> {
  const learned = authors.learn(codeHost).catch(() => undefined);
  await Promise.race([learned, new Promise((done) => setTimeout(done, AGENTS_TIMEOUT_MS).unref())]);
}

/** The options with what they leave out. */
function settingsOf(given: GatewayOptions): GatewaySettings {
  const { now = Date.now, log = () => undefined } = given;
  return { ...given, keys: given.keys ?? new Keys(':memory:', now), now, log };
}

/** Who reads this home, what strangers see of it, and both for the routes. */
function readersOf({ config, keys }: GatewaySettings, state: State) {
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

/**
 * A home as a server: pages, readings, code host, badges and bridge. It does not listen yet;
 * `close` ends everything that it began.
 */
export async function createGateway(given: GatewayOptions): Promise<FastifyInstance> {
  const { demo, dist, ownerFiles, store, hostNames, observability, poll = true, trustProxy = 0 } = given;
  const options = settingsOf(given);
  const { keys, bus, now, log, requestsPerMinute = REQUESTS_PER_MINUTE } = options;
  const build = await readBuild(dist);
  await ensureDir(ownerFiles);
  const app = createServerApp(trustProxy);
  const selfSecret = randomBytes(24).toString('base64url');
  const ending = new AbortController();
  const outside = endedBy(ending.signal, guardRedirects(options.fetch ?? pinnedFetch, options.lookup));
  const fetch = selfFetch(app, outside, selfSecret);
  const upstreams = new UpstreamWatch(now, log, observability?.observer);
  const answers = demo || !bus ? undefined : new SharedAnswers(bus);
  const ownHost = upstreamCodeHost(options, fetch, upstreams, answers, ending.signal);
  const codeHost = new CachedCodeHost(ownHost, now);
  const config = homeConfig(options, codeHost);
  const state = createState(config, { base: SELF_BASE, now: now(), problems: [] });
  const authors = config.codeHost.authors ? new Authors(state) : undefined;
  const io = { fetch, now, base: SELF_BASE, cache: new AnswerCache() };
  const WebSocket = relaySockets(app);
  const readings = new GatewayReadings({ state, io, authors, WebSocket, log, upstreams, answers });
  const checks = portalChecks(options, fetch);
  const room = openRoom(options);
  const { readers, forStrangers, seen } = readersOf(options, state);
  const bridge = openBridge(options, { state, forStrangers, readers }, room);
  const { household, asks } = openHousehold(options, state, bridge);
  const status = statusRecorder(options, { state, checks, upstreams });
  const push = openPush(options, { household, asks }, status, ending.signal);
  const hooks = codeHostHooks(options, { bridge, codeHost, readings });
  const events = eventRoutes(hooks.routes, bridge, household, now);
  const startRelays = (): void => void (poll && readings.startRelays());
  const own = { state, bridge, household, asks, store, keys, bus, readers };
  const shared = { ...own, hostNames, requestsPerMinute, log, status };
  app.decorate('home', { ...shared, observability, checkPortals: () => checks.check(), events, startRelays });

  await addLimits(app, options, { config, bridge, readers, requestsPerMinute, selfSecret });
  observe(app, options, { state, bridge, checks, room, hooks: hooks.outcomes }, upstreams);
  await app.register(homeRoutes({ ...shared, options, room, codeHost, checks, build, push, seen }));
  await app.register(events);
  app.addHook('onListen', async () => startRelays());
  app.addHook('preClose', async () => {
    hooks.close();
    push?.desk.close();
    asks.close();
    household.close();
    status.stop();
    readings.stop();
    ending.abort();
  });
  await app.ready();

  if (authors) await learnAtStart(authors, codeHost);
  for (const part of poll ? [readings, status] : []) part.start();
  return app;
}

/**
 * The bridge on a port of its own: the socket and `/healthz`.
 * @param isAlone It is the only server of the home, so it also takes reports and webhooks, and has the metrics.
 */
export async function createBridgeListener(
  home: Home,
  trustProxy: number,
  isAlone = false,
): Promise<FastifyInstance> {
  const app = createServerApp(trustProxy);
  guardBorder(app, home);
  await limitRate(app, { max: home.requestsPerMinute, guard: home.bridge.guard });
  checkHost(app, home.hostNames);
  await enableSockets(app, home.bridge);
  handleErrors(app, home.log);
  bridgeRoute(app, home.bridge, () => home.state.config.get().allowedOrigins);
  healthRoute(app, home, () => home.bridge.counts);
  if (isAlone) {
    if (home.observability) observeServer(app, home.observability, home.bridge.guard);
    await app.register(home.events);
    app.addHook('onListen', async () => home.startRelays());
  }
  await app.ready();
  return app;
}
