import type { FastifyPluginAsync } from 'fastify';
import { EVERY_ORIGIN } from '../../../data/config/config.ts';
import type { State } from '../../../data/state.ts';
import type { GatewaySettings } from '../gateway-options.ts';
import type { StatusRecorder } from '../status-recorder.ts';
import { embedRoutes } from './embed-routes.ts';
import { embedStyleRoute } from './embed-style-route.ts';
import { type FeedSource, feedRoute, mergeEntries } from './feed.ts';
import { incidentEntries } from './incidents.ts';
import { llmsRoute } from './llms.ts';
import { milestoneEntries } from './milestones.ts';
import { readingRoutes } from './reading-routes.ts';

/** The readings for programs, feed readers and pages elsewhere. */
export const syndicationRoutes =
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
