import type { FastifyPluginAsync } from 'fastify';
import type { Bridge } from '../bridge/bridge.ts';
import { Tally } from '../core/counts.ts';
import type { Repositories } from './code-host/repositories.ts';
import type { GatewaySettings } from './gateway-options.ts';
import type { GatewayReadings } from './readings.ts';
import { sharedDeliveries } from './hooks/delivery.ts';
import { CodeHostNews, showBucket } from './hooks/news.ts';
import { hookRoutes } from './hooks/routes.ts';

/** The subject of the bus for messages that tell the other gateways about events of the code host. */
const NEWS = 'code-host';
const ONLY_WORK = 'work';

interface Parts {
  readonly bridge: Bridge;
  readonly repositories: Repositories;
  readonly readings: GatewayReadings;
}

/** The news of each repository, so that a webhook renews only its repository. */
function newsOf(
  { bus, now }: GatewaySettings,
  { bridge, repositories, readings }: Parts,
): readonly CodeHostNews[] {
  const shows = showBucket(now);
  return repositories.all.map(
    ({ host, label }, index) =>
      new CodeHostNews({
        now,
        shows,
        label,
        broadcast: (frame) => bridge.broadcast(frame),
        visitors: () => bridge.counts.visitors + (bridge.gateways?.remoteVisitors ?? 0),
        refresh: async (onlyWork) => {
          await host.forgetShared(onlyWork);
          // The other gateways are told before the pages get the event, because each page then asks its own
          // gateway.
          bus?.publish(NEWS, `${index} ${onlyWork ? ONLY_WORK : ''}`);
          readings.refreshCodeHost();
        },
      }),
  );
}

/**
 * Handles the webhooks of the owner's code host, and the new commits of a local repository. A demo replays
 * another code host, and accepts no webhooks.
 */
export function codeHostHooks(
  options: GatewaySettings,
  parts: Parts,
): { readonly routes: FastifyPluginAsync; readonly outcomes: Tally; close(): void } {
  const { demo, config, codeHosts, hookSecret, store, bus, now, log } = options;
  const { repositories, readings } = parts;
  const news = newsOf(options, parts);
  const unsubscribe = bus?.subscribe(NEWS, (text) => {
    const [index = '', what] = text.split(' ');
    const host = repositories.all[Number(index)]?.host;
    if (what === ONLY_WORK) host?.forgetWork();
    else host?.forget();
    readings.refreshCodeHost();
  });
  const unwatch = codeHosts.map((history, index) =>
    history.watch?.(() => news[index]?.tell([{ kind: 'push', times: [] }])),
  );
  // A home with one repository uses the name in `config.json`, because the name of a folder may differ from
  // the name at the code host.
  const { owner, repo } = config.codeHost;
  const names = repositories.names.length > 0 ? repositories.names : [`${owner}/${repo}`];
  const outcomes = new Tally();
  const routes = hookRoutes({
    secret: demo ? undefined : hookSecret,
    repositories: names,
    memory: bus ? sharedDeliveries(store.hooks, bus) : store.hooks,
    now,
    // A local clone gets the commits first; a commit that is made in it needs no fetch.
    tell: (events, index) =>
      void Promise.resolve(codeHosts[index]?.fetchNew?.()).then(() => news[index]?.tell(events)),
    count: (outcome, isRefused) => {
      outcomes.add(outcome);
      if (isRefused) log(`a webhook was refused: ${outcome}`);
    },
  });
  const close = (): void => {
    unsubscribe?.();
    for (const end of unwatch) end?.();
    for (const one of news) one.close();
  };
  return { routes, outcomes, close };
}
