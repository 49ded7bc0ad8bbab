import type { FastifyPluginAsync } from 'fastify';
import type { Bridge } from '../bridge/bridge.ts';
import { Tally } from '../core/counts.ts';
import type { CachedCodeHost } from './code-host/cached.ts';
import type { GatewaySettings } from './gateway-options.ts';
import type { GatewayReadings } from './readings.ts';
import { sharedDeliveries } from './hooks/delivery.ts';
import { CodeHostNews } from './hooks/news.ts';
import { hookRoutes } from './hooks/routes.ts';

/** The subject of the bus for messages that tell the other gateways about events of the code host. */
const NEWS = 'code-host';
const ONLY_WORK = 'work';

/**
 * Handles the webhooks of the owner's code host, and the new commits of a local repository. A demo replays
 * another code host, and accepts no webhooks.
 */
export function codeHostHooks(
  { demo, config, codeHost: history, hookSecret, store, bus, now, log }: GatewaySettings,
  parts: {
    readonly bridge: Bridge;
    readonly codeHost: CachedCodeHost;
    readonly readings: GatewayReadings;
  },
): { readonly routes: FastifyPluginAsync; readonly outcomes: Tally; close(): void } {
  const { bridge, codeHost, readings } = parts;
  const news = new CodeHostNews({
    now,
    broadcast: (frame) => bridge.broadcast(frame),
    visitors: () => bridge.counts.visitors + (bridge.gateways?.remoteVisitors ?? 0),
    refresh: async (onlyWork) => {
      await codeHost.forgetShared(onlyWork);
      // The other gateways are told before the pages get the event, because each page then asks its own
      // gateway.
      bus?.publish(NEWS, onlyWork ? ONLY_WORK : '');
      readings.refreshCodeHost();
    },
  });
  const unsubscribe = bus?.subscribe(NEWS, (text) => {
    if (text === ONLY_WORK) codeHost.forgetWork();
    else codeHost.forget();
    readings.refreshCodeHost();
  });
  const unwatch = history.watch?.(() => news.tell([{ kind: 'push', times: [] }]));
  const { owner, repo } = config.codeHost;
  const outcomes = new Tally();
  const routes = hookRoutes({
    secret: demo ? undefined : hookSecret,
    repository: `${owner}/${repo}`,
    memory: bus ? sharedDeliveries(store.hooks, bus) : store.hooks,
    now,
    // A local clone gets the commits first; a commit that is made in it needs no fetch.
    tell: (events) => void Promise.resolve(history.fetchNew?.()).then(() => news.tell(events)),
    count: (outcome, isRefused) => {
      outcomes.add(outcome);
      if (isRefused) log(`a webhook was refused: ${outcome}`);
    },
  });
  const close = (): void => {
    unsubscribe?.();
    unwatch?.();
    news.close();
  };
  return { routes, outcomes, close };
}
