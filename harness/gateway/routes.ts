import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
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
import { healthRoute } from './health.ts';
import { historyRoute, type StatusRecorder } from './status/status-recorder.ts';
import { deviceRoutes } from './owner/device-routes.ts';
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
}

/** The owner's sign-in and devices, what agents ask the owner, and the notices of it. */
const ownerRoutes =
  ({ options, state, asks, push, bridge: { guard } }: OwnerHome): FastifyPluginAsync =>
  async (app) => {
    const { keys, publicUrl, now, log } = options;
    const homeName = () => state.config.get().appName;
    await app.register(signInRoutes({ keys, guard, publicUrl }));
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
  (state: State, status: StatusRecorder, options: GatewaySettings): FastifyPluginAsync =>
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
    await app.register(readingRoutes(state, publicUrl));
    await app.register(feedRoute(state, { sources, publicUrl, log }));
    await app.register(embedRoutes({ state, status, frameAncestors, publicUrl }));
    await app.register(embedStyleRoute(state, status));
    await app.register(llmsRoute({ state, ownerFiles, publicUrl, hasAgents }));
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
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const { options, state, bridge, household, room, codeHost, checks, status, build } = home;
    const { dist, ownerFiles, publicUrl, demo, store, config, now, log } = options;
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
    await app.register(badgeRoutes({ state, status }));
    await app.register(ownerRoutes(home));
    await app.register(playsOf(home));
    await app.register(syndicationRoutes(state, status, options));
    if (demo) await app.register(demo.routes(options.bridge));
    app.get('/config.json', async (request, reply) => {
      const ambient = await exists(join(ownerFiles, 'ambient.mp3'));
      const visible = publicConfig({ ...state.config.get(), ambient }, requestOriginOf(request));
      return sendJson(request, reply, `${JSON.stringify(visible)}\n`);
    });
    app.get('/api/health/portals', async (request, reply) =>
      sendJson(request, reply, JSON.stringify({ portals: await checks.health() })),
    );
    historyRoute(app, status);
    healthRoute(app, { store, bridge, bus: options.bus }, () => build);
    const shown = () => state.config.get();
    const messageOf = (name: string) => readingBadge(name, state)?.message;
    await app.register(pages({ dist, ownerFiles, publicUrl, config: shown, messageOf }));
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
