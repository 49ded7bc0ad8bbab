import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { EVERY_ORIGIN } from '../../data/config/config.ts';
import type { State } from '../../data/state.ts';
import type { Household } from '../agent-sessions/household.ts';
import type { AskDesk } from '../asks/ask-desk.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { bridgeRoute } from '../bridge/routes.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import { mcpRoute } from '../mcp/route.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';
import { agentAskRoute } from './asks/agent-routes.ts';
import { ownerAskRoutes } from './asks/owner-routes.ts';
import { readingBadge } from './badges/badge.ts';
import { badgeRoutes } from './badges/routes.ts';
import type { CodeHost } from './code-host/code-host.ts';
import { codeHostRoutes } from './code-host/routes.ts';
import { sendJson } from '../http/conditional.ts';
import type { SeenHome } from '../http/seen-home.ts';
import type { Readers } from '../keys/readers.ts';
import { healthRoute } from './health.ts';
import { historyRoute, type StatusRecorder } from './status/status-recorder.ts';
import { deviceRoutes } from './owner/device-routes.ts';
import { linkRoutes } from './owner/link-routes.ts';
import { passkeyRoutes } from './owner/passkey-routes.ts';
import { signInRoutes } from './owner/sign-in-routes.ts';
import { type PushHome, pushRoutes } from './push-routes.ts';
import { PlayLogs } from './plays/play-logs.ts';
import { playRoutes } from './plays/routes.ts';
import { commitsFrom, countSovereignty } from './sovereignty.ts';
import { pages } from './pages/pages.ts';
import type { PortalChecks } from './status/portal-checks.ts';
import { publicConfig } from './pages/public-config.ts';
import { type BuildVersion, exists, staticFiles } from './pages/static-files.ts';
import type { GatewaySettings } from './gateway-options.ts';
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

interface OwnerHome {
  readonly options: GatewaySettings;
  readonly state: State;
  readonly bridge: Bridge;
  readonly asks: AskDesk;
  readonly push: Pick<PushHome, 'store' | 'desk'> | undefined;
  readonly readers: Readers;
}

/** The owner's sign-in and devices, what agents ask the owner, and the notices of it. */
const ownerRoutes =
  ({ options, state, asks, push, bridge: { guard }, readers }: OwnerHome): FastifyPluginAsync =>
  async (app) => {
    const { keys, publicUrl, now, log } = options;
    const homeName = () => state.config.get().appName;
    await app.register(signInRoutes({ keys, guard, publicUrl, readers }));
    await app.register(linkRoutes({ keys, guard }));
    await app.register(passkeyRoutes({ keys, guard, publicUrl, homeName, now, log }));
    await app.register(deviceRoutes(keys));
    if (push) await app.register(pushRoutes({ ...push, signIns: keys.signIns, publicUrl, now }));
    await app.register(ownerAskRoutes(asks, keys.signIns));
    await app.register(agentAskRoute(asks, guard));
  };

/** The plays about which the owner decides. */
const playsOf =
  ({ options, bridge }: Pick<OwnerHome, 'options' | 'bridge'>): FastifyPluginAsync =>
  async (app) => {
    // A demo has no plays but those that are reported to it.
    const logs = new PlayLogs(options.demo ? undefined : options.plays, options.now);
    await app.register(playRoutes({ current: bridge.plays, logs, guard: bridge.guard }));
  };

/** The readings for programs, feed readers and pages elsewhere. */
const syndicationRoutes =
  (state: State, status: StatusRecorder, options: GatewaySettings, seen: SeenHome): FastifyPluginAsync =>
  async (app) => {
    const { store, ownerFiles, publicUrl, demo, now, log } = options;
    const sources: readonly FeedSource[] = [
      mergeEntries(state),
      milestoneEntries(store),
      incidentEntries(status, now),
    ];
    // A recording is no secret.
    const frameAncestors = demo ? [EVERY_ORIGIN] : (options.config.frameAncestors ?? []);
    const hasAgents = options.bridge?.token !== undefined;
    await app.register(readingRoutes(seen, publicUrl));
    await app.register(feedRoute(state, { ...seen, sources, publicUrl, log }));
    await app.register(embedRoutes({ ...seen, state, status, frameAncestors, publicUrl }));
    await app.register(embedStyleRoute(state, { ...seen, status }));
    await app.register(llmsRoute({ ...seen, state, ownerFiles, publicUrl, hasAgents }));
  };

/** The pages, their configuration, and all files. */
const pageRoutes =
  ({
    options,
    state,
    room,
    readers,
    seen,
  }: Pick<OwnerHome, 'options' | 'state' | 'readers'> & {
    readonly room: ResidentRoom;
    readonly seen: SeenHome;
  }): FastifyPluginAsync =>
  async (app) => {
    const { dist, ownerFiles, publicUrl, demo, config, now } = options;
    app.get('/config.json', { config: { access: 'pages' } }, async (request, reply) => {
      const ambient = seen.sees(request)('files') && (await exists(join(ownerFiles, 'ambient.mp3')));
      const shown = { ...seen.stateFor(request).config.get(), ambient };
      const visible = publicConfig(shown, requestOriginOf(request));
      return sendJson(request, reply, `${JSON.stringify(visible)}\n`);
    });
    const shown = () => state.config.get();
    const messageOf = (name: string, request: FastifyRequest) =>
      readingBadge(name, seen.stateFor(request))?.message;
    const isPrivate = !readers.isPublic;
    const placeFor = (request: FastifyRequest) => seen.stateFor(request).config.get().weather;
    await app.register(
      pages({ dist, ownerFiles, publicUrl, config: shown, placeFor, now, messageOf, isPrivate }),
    );
    const sovereignty = () =>
      countSovereignty({
        // As the owner wrote it: a demo has another.
        config,
        commitsFrom: commitsFrom(options.codeHost),
        publicUrl,
        demo: demo !== undefined,
        resident: room.who,
      });
    await app.register(staticFiles({ dist, ownerFiles, sovereignty, config: shown }));
  };

/** All routes of a home. */
export const homeRoutes =
  (
    home: OwnerHome & {
      readonly household: Household;
      readonly room: ResidentRoom;
      readonly codeHost: CodeHost;
      readonly checks: PortalChecks;
      readonly status: StatusRecorder;
      readonly build: BuildVersion;
      readonly seen: SeenHome;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const { options, state, bridge, household, room, codeHost, checks, status, build, seen } = home;
    const { demo, store, now, log } = options;
    bridgeRoute(app, bridge, () => state.config.get().allowedOrigins);
    mcpRoute(app, {
      ...options.mcp,
      version: build.version,
      guard: bridge.guard,
      allowedOrigins: () => state.config.get().allowedOrigins,
      room,
      state,
      now,
      visitors: () => bridge.counts.visitors,
      report: (activity) => void bridge.activity.report(activity),
      reportSession: (report) => void household.report(report),
      asks: home.asks,
      games: bridge.playCalls,
      toAll: (action) => bridge.broadcast({ type: 'world-action', ...action }),
      log,
    });
    await app.register(codeHostRoutes(codeHost, now));
    await app.register(badgeRoutes({ ...seen, status }));
    await app.register(ownerRoutes(home));
    await app.register(playsOf(home));
    await app.register(syndicationRoutes(state, status, options, seen));
    if (demo) await app.register(demo.routes(options.bridge));
    app.get('/api/health/portals', { config: { access: 'portals' } }, async (request, reply) =>
      sendJson(request, reply, JSON.stringify({ portals: await checks.health() })),
    );
    historyRoute(app, status, seen);
    healthRoute(app, { store, bridge, bus: options.bus }, () => build);
    await app.register(pageRoutes(home));
  };
