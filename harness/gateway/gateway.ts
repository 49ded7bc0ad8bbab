import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../../data/config/config.ts';
import { parsePortals, portalsFile } from '../../data/readings/sources/portals.ts';
import { MAX_BODY_BYTES } from '../../data/core/http.ts';
import { type State, createState } from '../../data/state.ts';
import { requestOriginOf } from '../request-origin.ts';
import { Bridge, type BridgeOptions } from '../bridge/bridge.ts';
import { bridgeRoute, enableSockets } from '../bridge/routes.ts';
import type { SocketLimits } from '../bridge/sockets.ts';
import { checkHost } from './host-check.ts';
import { ensureDir } from '../ensure-dir.ts';
import type { Resident } from '../resident/resident.ts';
import type { Store } from '../store/store.ts';
import { badgeRoutes } from './badges.ts';
import { boundedText } from './bounded-fetch.ts';
import { CachedCodeHost } from './code-host/cached.ts';
import { type CodeHost, isRefusal } from './code-host/code-host.ts';
import { MAX_LIMIT } from './code-host/recent.ts';
import { publicName } from './code-host/public-records.ts';
import { RemoteCodeHost } from './code-host/remote.ts';
import { codeHostRoutes, sendJson } from './code-host/routes.ts';
import { compressJson } from './compress.ts';
import { hashesOfPages } from './csp.ts';
import { healthRoute } from './health.ts';
import { commitsFrom, countSovereignty } from './own-parts.ts';
import { pages } from './pages.ts';
import { type PinnedFetch, pinnedFetch } from './pinned-fetch.ts';
import { PortalChecks } from './portal-checks.ts';
import { limitRate, protect } from './security.ts';
import { publicConfig } from './public-config.ts';
import { authorsOf, createReadings, setAgents } from './readings.ts';
import { type Lookup, guardRedirects } from './redirects.ts';
import { relaySockets } from './relay-socket.ts';
import { SELF_BASE, SELF_HEADER, selfFetch } from './self-fetch.ts';
import { exists, readBuild, staticFiles } from './static-files.ts';

/** What stands for every upstream in a demo. */
export interface Demo {
  /** The configuration with the addresses of the recorded upstreams. */
  configOf(config: Config): Config;
  /** The recorded code host. */
  readonly codeHost: { readonly url: string; readonly owner: string; readonly repo: string };
  /** The recorded upstreams as routes of the home itself. */
  routes(limits: SocketLimits | undefined): FastifyPluginAsync;
}

export interface GatewayOptions {
  /** The built pages. */
  readonly dist: string;
  /** The owner's files, which win over those of the same name in `dist`. */
  readonly ownerFiles: string;
  readonly config: Config;
  readonly codeHost: CodeHost;
  readonly store: Store;
  readonly resident: Resident;
  /** Replays recordings in place of every upstream, the code host included. */
  readonly demo?: Demo | undefined;
  /** Whether the sources are asked and the portals checked; a test may do without. */
  readonly poll?: boolean;
  /** How long a portal may take to answer its health check. */
  readonly portalTimeoutMs?: number;
  readonly bridge?: Partial<BridgeOptions>;
  readonly requestsPerMinute?: number;
  /**
   * How many proxies of one's own stand before the home; with 0, the default, `X-Forwarded-…`
   * headers mean nothing.
   */
  readonly trustProxy?: number;
  /** The host names it answers to besides IP addresses and `localhost`; undefined for any. */
  readonly hostNames?: readonly string[] | undefined;
  /**
   * Where visitors find the home, with a trailing slash: what its pages name when they are shared.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Every request that leaves the process goes through this; it connects to the given addresses.
   */
  readonly fetch?: PinnedFetch;
  /** Finds these addresses; the system's look-up if left out. */
  readonly lookup?: Lookup;
  readonly now?: () => number;
  readonly log?: (line: string) => void;
}

/** What belongs to a running home besides its routes. */
export interface Home {
  readonly state: State;
  readonly bridge: Bridge;
  readonly store: Store;
  readonly hostNames: readonly string[] | undefined;
  readonly requestsPerMinute: number;
  readonly log: (line: string) => void;
  /** One round of health checks. */
  checkPortals(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    home: Home;
  }
}

export const REQUESTS_PER_MINUTE = 600;
const CHECK_PORTALS_MS = 60_000;
/** How long the first answer of `config.json` may wait to learn who the agents are. */
const AGENTS_WAIT_MS = 2_000;

async function learnAgents(state: State, codeHost: CodeHost): Promise<void> {
  const answer = await codeHost.read('commits');
  if (isRefusal(answer)) return;
  const latest = answer.records.slice(0, MAX_LIMIT);
  const authors = latest.flatMap(({ json }) =>
    'commit' in json ? [{ author: json.commit.author.name }] : [],
  );
  setAgents(state, authorsOf(authors));
}

/** More than Node takes: the line of a request counts to its 16 KiB of headers. */
const MAX_ADDRESS_CHARACTERS = 16 * 1024;
/** Stands for an address that cannot be decoded; no file is called `%`. */
const UNDECODABLE = '/%25';

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const serverApp = (trustProxy: number): FastifyInstance =>
  Fastify({
    // Each proxy appends the address it was asked from, so only so many entries of X-Forwarded-For,
    // counted from its end, are by proxies; those before them are whatever the visitor wrote.
    // Fastify takes no number here, but a function of address and hop.
    trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // The router answers a bad address by itself, past all hooks: no security headers, no rate
    // limit. So it gets none to see.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : UNDECODABLE),
    routerOptions: { maxParamLength: MAX_ADDRESS_CHARACTERS },
  });

/** The home is only read; what it is told comes over the bridge. */
const METHODS = ['GET', 'HEAD'];

/** Answers for what no route does, in the form of all errors of the home. */
function answerTheRest(app: FastifyInstance, log: (line: string) => void): void {
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log(`a request failed: ${error.message}`);
    const message = status < 500 ? error.message : 'The home could not answer this.';
    return reply.code(status).send({ message, url: '' });
  });
  app.setNotFoundHandler({ preValidation: app.rateLimit() }, (request, reply) => {
    if (request.url !== request.originalUrl)
      return reply
        .code(400)
        .send({ message: 'This address cannot be decoded: “%” is written “%25”.', url: '' });
    if (!METHODS.includes(request.method))
      return reply
        .code(405)
        .header('allow', METHODS.join(', '))
        .send({ message: `This can be read (${METHODS.join(', ')}), nothing else.`, url: '' });
    return reply.code(404).send({ message: 'There is nothing at this address.', url: '' });
  });
}

/**
 * One home as a server: pages, data, proxy, badges and bridge. Not listening yet; `close` ends
 * everything it began.
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { now = Date.now, log = () => undefined, demo, dist, ownerFiles } = options;
  const build = await readBuild(dist);
  await ensureDir(ownerFiles);
  const app = serverApp(options.trustProxy ?? 0);
  const secret = randomBytes(24).toString('base64url');
  const fetch = selfFetch(app, guardRedirects(options.fetch ?? pinnedFetch, options.lookup), secret);
  const inner = demo
    ? new RemoteCodeHost({ ...demo.codeHost, now, fetch: (url, init) => fetch(url, init) })
    : options.codeHost;
  const codeHost = new CachedCodeHost(inner, now);

  // Pages ask their own origin, and so does the gateway: the token and the code host's address stay
  // here.
  const base = demo ? demo.configOf(options.config) : options.config;
  const agents = base.codeHost.agents.map(publicName);
  const config = { ...base, codeHost: { url: '', owner: codeHost.owner, repo: codeHost.repo, agents } };
  const state = createState(config, { base: SELF_BASE, now: now(), problems: [] });
  const io = { fetch, now, base: SELF_BASE, cache: new Map() };
  const readings = createReadings({
    state,
    io,
    followAuthors: agents.length === 0,
    WebSocket: relaySockets(app),
    log,
  });
  const checks = new PortalChecks({
    fetch,
    now,
    ...(options.portalTimeoutMs === undefined ? {} : { timeoutMs: options.portalTimeoutMs }),
    onlySelf: demo && 'the demo asks nothing outside',
    records: async () => {
      // No larger than a page takes it.
      const text = await boundedText(await fetch(`${SELF_BASE}portals.json`), MAX_BODY_BYTES);
      return parsePortals(v.parse(portalsFile, JSON.parse(text))).records;
    },
  });
  const { store, resident, requestsPerMinute = REQUESTS_PER_MINUTE } = options;
  const bridge = new Bridge({ ...options.bridge, store, resident, state, now, log });
  app.decorate('home', {
    state,
    bridge,
    store,
    hostNames: options.hostNames,
    requestsPerMinute,
    log,
    checkPortals: () => checks.check(),
  });

  const hashes = await hashesOfPages(dist);
  const varyByProxy = (options.trustProxy ?? 0) > 0;
  await protect(app, { config, hashes, requestsPerMinute, selfSecret: secret, varyByProxy });
  checkHost(app, options.hostNames, (headers) => headers[SELF_HEADER] === secret);
  await enableSockets(app, bridge);
  compressJson(app);
  answerTheRest(app, log);

  bridgeRoute(app, bridge, () => state.config.get().allowedOrigins);
  await app.register(codeHostRoutes(codeHost, now));
  await app.register(badgeRoutes(state));
  if (demo) await app.register(demo.routes(options.bridge));
  app.get('/config.json', async (request, reply) => {
    const ambient = await exists(join(ownerFiles, 'ambient.mp3'));
    const config = publicConfig({ ...state.config.get(), ambient }, requestOriginOf(request));
    return sendJson(request, reply, `${JSON.stringify(config)}\n`);
  });
  app.get('/api/health/portals', async (request, reply) =>
    sendJson(request, reply, JSON.stringify({ portals: await checks.health() })),
  );
  healthRoute(app, store, () => build);
  const { publicUrl } = options;
  await app.register(pages({ dist, ownerFiles, publicUrl, config: () => state.config.get() }));
  const sovereignty = countSovereignty({
    config: options.config,
    commitsFrom: commitsFrom(options.codeHost),
    publicUrl,
    demo: demo !== undefined,
  });
  await app.register(staticFiles(dist, ownerFiles, sovereignty));
  let checking: NodeJS.Timeout | undefined;
  const poll = options.poll ?? true;
  if (poll) app.addHook('onListen', async () => readings.startRelays());
  app.addHook('preClose', async () => {
    clearInterval(checking);
    readings.stop();
  });
  await app.ready();

  if (agents.length === 0) {
    const learned = learnAgents(state, codeHost).catch(() => undefined);
    await Promise.race([learned, new Promise((resolve) => setTimeout(resolve, AGENTS_WAIT_MS).unref())]);
  }
  if (poll) {
    readings.start();
    checking = setInterval(() => void checks.check(), CHECK_PORTALS_MS);
    checking.unref();
  }
  return app;
}

/** The bridge on a port of its own: the socket and `/healthz`, nothing else. */
export async function createBridgeListener(home: Home, trustProxy: number): Promise<FastifyInstance> {
  const app = serverApp(trustProxy);
  await limitRate(app, home.requestsPerMinute);
  checkHost(app, home.hostNames);
  await enableSockets(app, home.bridge);
  answerTheRest(app, home.log);
  bridgeRoute(app, home.bridge, () => home.state.config.get().allowedOrigins);
  healthRoute(app, home.store, () => home.bridge.counts);
  await app.ready();
  return app;
}
