import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { EVERY_ORIGIN } from '../../data/config/config.ts';
import { pictureSkyOf } from '../../data/painted/pictures.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import type { Household } from '../agent-sessions/household.ts';
import type { AskDesk } from '../asks/ask-desk.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { bridgeRoute } from '../bridge/routes.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import { mcpRoute } from '../mcp/route.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';
import { activityRoutes } from './activity-routes.ts';
import { agentAskRoute } from './asks/agent-routes.ts';
import { ownerAskRoutes } from './asks/owner-routes.ts';
import { readingBadge } from './badges/badge.ts';
import { badgeRoutes } from './badges/routes.ts';
import type { Repositories } from './code-host/repositories.ts';
import { changeRoutes } from './code-host/change-routes.ts';
import { codeHostRoutes, openWorkRoute } from './code-host/routes.ts';
import { sendJson } from '../http/conditional.ts';
import type { SeenHome } from '../http/border.ts';
import type { Readers } from '../keys/readers.ts';
import { dayRoutes } from './day-routes.ts';
import { healthRoute } from './health.ts';
import { agentChangeRoute } from './changes/agent-routes.ts';
import { ownerChangeRoutes } from './changes/owner-routes.ts';
import type { ChangeDesk } from '../changes/change-desk.ts';
import { agentLetterRoute } from './letters/agent-routes.ts';
import { ownerLetterRoutes } from './letters/owner-routes.ts';
import type { LetterDesk } from '../letters/letter-desk.ts';
import { historyRoute, type StatusRecorder } from './status/status-recorder.ts';
import { deviceRoutes } from './owner/device-routes.ts';
import { linkRoutes } from './owner/link-routes.ts';
import { passkeyRoutes } from './owner/passkey-routes.ts';
import { signInRoutes } from './owner/sign-in-routes.ts';
import { type PushHome, pushRoutes } from './push-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { PlayLogs } from './plays/play-logs.ts';
import { playRoutes } from './plays/routes.ts';
import { commitsFrom, countSovereignty } from './sovereignty.ts';
import { pages } from './pages/pages.ts';
import type { PortalChecks } from './status/portal-checks.ts';
import { publicConfig } from './pages/public-config.ts';
import { type BuildVersion, exists, staticFiles } from './pages/static-files.ts';
import type { GatewaySettings } from './gateway-options.ts';
import { otlpRoutes } from './usage/otlp-routes.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import type { UsageDesk } from '../usage/usage-desk.ts';
import { embedRoutes, embedStyleRoute } from './syndication/embed-routes.ts';
import {
  feedRoute,
  type FeedSource,
  incidentEntries,
  mergeEntries,
  milestoneEntries,
} from './syndication/feed.ts';
import { llmsRoute } from './syndication/llms.ts';
import { readingRoutes } from './syndication/reading-documents.ts';

/** What the routes need of a home. */
interface RoutedHome {
  readonly options: GatewaySettings;
  readonly state: State;
  readonly bridge: Bridge;
  readonly asks: AskDesk;
  readonly letters: LetterDesk;
  readonly changes: ChangeDesk;
  readonly usage: UsageDesk;
  readonly push: Pick<PushHome, 'store' | 'desk'> | undefined;
  readonly readers: Readers;
  readonly household: Household;
  readonly room: ResidentRoom;
  readonly repositories: Repositories;
  readonly checks: PortalChecks;
  readonly status: StatusRecorder;
  readonly build: BuildVersion;
  readonly seen: SeenHome;
}

type Routes = readonly FastifyPluginAsync[];

/** Agents that come over MCP. */
const agentRoutes =
  ({ options, state, bridge, household, room, asks, build }: RoutedHome): FastifyPluginAsync =>
  async (app) =>
    mcpRoute(app, {
      ...options.mcp,
      version: build.version,
      guard: bridge.guard,
      allowedOrigins: () => state.config.get().allowedOrigins,
      room,
      state,
      now: options.now,
      visitors: () => bridge.counts.visitors,
      report: (activity) => void bridge.activity.report(activity),
      reportSession: (report) => void household.report(report),
      asks,
      games: bridge.playCalls,
      toAll: (action) => bridge.broadcast({ type: 'world-action', ...action }),
      log: options.log,
    });

/**
 * The owner's sign-in and devices, what agents ask the owner, the letters to them, what they use, their days, and the
 * notices about it.
 */
function ownerRoutes(home: RoutedHome): Routes {
  const { options, state, household, asks, letters, changes, usage, push, readers, seen } = home;
  const { guard } = home.bridge;
  const { keys, publicUrl, now, log } = options;
  const homeName = () => state.config.get().appName;
  return [
    signInRoutes({ keys, guard, publicUrl, readers }),
    linkRoutes({ keys, guard }),
    passkeyRoutes({ keys, guard, publicUrl, homeName, now, log }),
    deviceRoutes(keys),
    ...(push ? [pushRoutes({ ...push, signIns: keys.signIns, publicUrl, now })] : []),
    ownerAskRoutes(asks, keys.signIns),
    agentAskRoute(asks, guard),
    ownerLetterRoutes(letters, keys.signIns),
    agentLetterRoute(letters, changes, guard),
    ownerChangeRoutes(changes, keys.signIns),
    agentChangeRoute(changes, guard),
    otlpRoutes(usage, guard, now),
    usageRoutes(usage, guard, keys.signIns),
    dayRoutes({ household, usage, signIns: keys.signIns, seen, homeName, log }),
  ];
}

/** The routes of plays: logs and screenshots. */
function playsOf({ options, bridge: { plays, guard } }: RoutedHome): FastifyPluginAsync {
  // A demo shows only plays that are reported to it.
  const logs = new PlayLogs(options.demo ? undefined : options.plays, options.now);
  return playRoutes({ current: plays, logs, guard });
}

/** The readings for programs, feed readers and pages elsewhere. */
function syndicationRoutes({ options, state, status, seen }: RoutedHome): Routes {
  const { store, ownerFiles, publicUrl, demo, now, log } = options;
  const sources: readonly FeedSource[] = [
    mergeEntries(state),
    milestoneEntries(store),
    incidentEntries(status, now),
  ];
  // Every site may embed the widgets of a demo: its recordings are not secret.
  const frameAncestors = demo ? [EVERY_ORIGIN] : (options.config.frameAncestors ?? []);
  const hasAgents = options.bridge?.token !== undefined;
  return [
    readingRoutes(seen, publicUrl),
    feedRoute(state, { ...seen, sources, publicUrl, log }),
    embedRoutes({ ...seen, state, status, frameAncestors, publicUrl }),
    embedStyleRoute(state, { ...seen, status }),
    llmsRoute({ ...seen, state, ownerFiles, publicUrl, hasAgents }),
  ];
}

/** `/config.json`, as the reader of a request sees it. */
const configRoute =
  (ownerFiles: string, seen: SeenHome): FastifyPluginAsync =>
  async (app) => {
    app.get('/config.json', { config: { access: 'pages' } }, async (request, reply) => {
      const ambient = seen.sees(request)('files') && (await exists(join(ownerFiles, 'ambient.mp3')));
      const shown = { ...seen.stateFor(request).config.get(), ambient };
      const visible = publicConfig(shown, requestOriginOf(request));
      return sendJson(request, reply, `${JSON.stringify(visible)}\n`);
    });
  };

/** The pages, their configuration, and all files. */
function pageRoutes({ options, state, room, readers, seen }: RoutedHome): Routes {
  const { dist, ownerFiles, publicUrl, demo, config, now } = options;
  const shown = () => state.config.get();
  const messageOf = (name: string, request: FastifyRequest) =>
    readingBadge(name, seen.stateFor(request))?.message;
  const skyFor = (request: FastifyRequest) => {
    const { config: known, readings } = seen.stateFor(request);
    return pictureSkyOf(known.get(), currentValue(readings.weather.get()), now());
  };
  const sovereignty = () =>
    countSovereignty({
      // The owner’s own configuration, not the one that a demo shows.
      config,
      commitsFrom: options.codeHosts.map(commitsFrom),
      publicUrl,
      demo: demo !== undefined,
      resident: room.who,
    });
  return [
    configRoute(ownerFiles, seen),
    pages({
      dist,
      ownerFiles,
      publicUrl,
      config: shown,
      skyFor,
      messageOf,
      isPrivate: !readers.isPublic,
    }),
    staticFiles({ dist, ownerFiles, sovereignty, config: shown, portals: demo?.portals }),
  ];
}

const portalHealthRoute =
  (checks: PortalChecks): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/health/portals', { config: { access: 'portals' } }, async (request, reply) =>
      sendJson(request, reply, JSON.stringify({ portals: await checks.health() })),
    );
  };

/** All routes of a home. */
export function homeRoutes(home: RoutedHome): Routes {
  const { options, state, bridge, repositories, checks, status, build, seen } = home;
  const { demo, store, bus, now } = options;
  return [
    bridgeRoute(bridge, () => state.config.get().allowedOrigins),
    agentRoutes(home),
    codeHostRoutes(repositories, now),
    changeRoutes(repositories, bridge.owners),
    openWorkRoute(repositories, bridge.owners, options.demo !== undefined),
    badgeRoutes({ ...seen, status }),
    ...ownerRoutes(home),
    playsOf(home),
    ...syndicationRoutes(home),
    ...(demo ? [demo.routes(options.bridge)] : []),
    portalHealthRoute(checks),
    historyRoute(status, seen),
    healthRoute({ store, bridge, bus }, () => build),
    ...pageRoutes(home),
  ];
}

/** The routes over which the code host and the agents report to the home. */
export const eventRoutes =
  (
    hooks: FastifyPluginAsync,
    { bridge, household, letters, changes }: Pick<RoutedHome, 'bridge' | 'household' | 'letters' | 'changes'>,
    now: () => number,
  ): FastifyPluginAsync =>
  async (server) => {
    const { activity, guard, owners } = bridge;
    await server.register(hooks);
    await server.register(activityRoutes({ activity, household, letters, changes, guard, now }));
    await server.register(sessionRoutes(household, owners, guard));
  };
