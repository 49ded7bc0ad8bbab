import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type State, createState } from '../../data/state.ts';
import type { Household } from '../agent-sessions/household.ts';
import type { AskDesk } from '../asks/ask-desk.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Bus } from '../bus/bus.ts';
import { createServerApp } from '../http/server-app.ts';
import { Keys } from '../keys/keys.ts';
import type { Readers } from '../keys/readers.ts';
import type { ChangeDesk } from '../changes/change-desk.ts';
import type { LetterDesk } from '../letters/letter-desk.ts';
import type { Observability } from '../observability/observability.ts';
import { endedBy } from '../outbound/fetch.ts';
import { pinnedFetch } from '../outbound/pinned-fetch.ts';
import { guardRedirects } from '../outbound/redirects.ts';
import { SELF_BASE, selfFetch } from '../outbound/self-fetch.ts';
import type { Store } from '../store/store.ts';
import { Authors } from './agents.ts';
import { SharedAnswers } from './cluster/shared-answers.ts';
import { codeHostHooks } from './code-host-hooks.ts';
import type { GatewayOptions, GatewaySettings } from './gateway-options.ts';
import {
  homeConfig,
  observe,
  openBridge,
  openHousehold,
  openPush,
  openRepositories,
  openRoom,
  openUsage,
  portalChecks,
  pastFor,
  readersOf,
  statusRecorder,
} from './home-parts.ts';
import { readBuild } from './pages/static-files.ts';
import { GatewayReadings } from './readings.ts';
import { relaySockets } from './relays.ts';
import { eventRoutes, homeRoutes } from './routes.ts';
import { REQUESTS_PER_MINUTE, addLimits } from './security.ts';
import type { StatusRecorder } from './status/status-recorder.ts';
import { UpstreamWatch } from './status/upstream-watch.ts';

/** The parts of a running home, for its other servers and for tests. */
export interface Home {
  readonly state: State;
  readonly bridge: Bridge;
  readonly household: Household;
  /** What agents ask the owner. */
  readonly asks: AskDesk;
  /** The owner's letters to agents. */
  readonly letters: LetterDesk;
  /** What live sessions have changed. */
  readonly changes: ChangeDesk;
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
  /** The routes over which agents and the code host report to the home. */
  readonly events: FastifyPluginAsync;
  /** Connects to the relays, if the home polls. A server calls this when it begins to listen. */
  startRelays(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    home: Home;
  }
}

/** The options, with default values for those that are left out. */
function settingsOf(given: GatewayOptions): GatewaySettings {
  const { now = Date.now, log = () => undefined } = given;
  return { ...given, keys: given.keys ?? new Keys(':memory:', now), now, log };
}

/**
 * Creates a home as a server: pages, readings, code host, badges and bridge. The server does not listen yet.
 * Its `close` ends everything that was started here.
 */
export async function createGateway(given: GatewayOptions): Promise<FastifyInstance> {
  const { demo, dist, ownerFiles, store, hostNames, observability, poll = true, trustProxy = 0 } = given;
  const options = settingsOf(given);
  const { keys, bus, now, log, requestsPerMinute = REQUESTS_PER_MINUTE } = options;
  const build = await readBuild(dist);
  await mkdir(ownerFiles, { recursive: true });
  const app = createServerApp(trustProxy);
  const selfSecret = randomBytes(24).toString('base64url');
  const ending = new AbortController();
  const outside = endedBy(ending.signal, guardRedirects(options.fetch ?? pinnedFetch, options.lookup));
  const fetch = selfFetch(app, outside, selfSecret);
  const upstreams = new UpstreamWatch(now, log, observability?.observer);
  const answers = demo || !bus ? undefined : new SharedAnswers(bus);
  const repositories = openRepositories(options, fetch, upstreams, answers, ending.signal);
  const config = homeConfig(options, repositories);
  const state = createState(config, { base: SELF_BASE, now: now(), problems: [] });
  const authors = config.codeHost.authors ? new Authors(state) : undefined;
  const io = { fetch, now, base: SELF_BASE };
  const WebSocket = relaySockets(app);
  const readings = new GatewayReadings({ state, io, authors, WebSocket, log, upstreams, answers });
  const checks = portalChecks(options, fetch);
  const room = openRoom(options);
  const { readers, forStrangers, seen } = readersOf(options, state);
  const status = statusRecorder(options, { state, checks, upstreams });
  const past = pastFor(readers, status);
  const bridge = openBridge(options, { state, forStrangers, readers, past }, room);
  const { household, asks, letters, changes } = openHousehold(options, state, bridge);
  const usage = openUsage(options, household);
  const push = openPush(options, { household, asks, usage }, status, ending.signal);
  const hooks = codeHostHooks(options, { bridge, repositories, readings });
  const events = eventRoutes(hooks.routes, { bridge, household, letters, changes }, now);
  const startRelays = (): void => void (poll && readings.startRelays());
  const own = { state, bridge, household, asks, letters, changes, store, keys, bus, readers };
  const shared = { ...own, hostNames, requestsPerMinute, log, status };
  app.decorate('home', { ...shared, observability, checkPortals: () => checks.check(), events, startRelays });

  await addLimits(app, options, { config, bridge, readers, requestsPerMinute, selfSecret });
  observe(app, options, { state, bridge, checks, room, hooks: hooks.outcomes }, upstreams);
  const routes = homeRoutes({ ...shared, options, room, repositories, checks, build, push, usage, seen });
  for (const plugin of [...routes, events]) await app.register(plugin);
  app.addHook('onListen', async () => startRelays());
  app.addHook('preClose', async () => {
    for (const part of [hooks, push?.desk, usage, asks, letters, changes, household, status, readings])
      part?.close();
    ending.abort();
  });
  await app.ready();

  await authors?.learn(repositories);
  for (const part of poll ? [readings, status] : []) part.start();
  return app;
}
