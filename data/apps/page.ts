import { createBridgeClient } from '../chat/bridge-client.ts';
import { createWindowEvents } from '../chat/window-events.ts';
import { createWorldActions } from '../chat/world-action.ts';
import { createConfigRetry } from '../config/config-retry.ts';
import { createReducedMotion } from '../config/settings/reduced-motion.ts';
import { SettingsStore } from '../config/settings/settings-store.ts';
import type { Environment } from '../core/environment.ts';
import type { DataModule } from '../core/module.ts';
import { createClock, createOnline } from '../core/page-state.ts';
import { createVersionWatch, isOwnBuild } from '../core/version-watch.ts';
import { createPlays } from '../games/plays.ts';
import { createNews } from './news.ts';
import { createHomeWatch } from '../offline/home-watch.ts';
import { LastReadings } from '../offline/last-readings.ts';
import { createPresence } from '../presence/presence.ts';
import { Poller } from '../readings/poller.ts';
import { fromLegacy } from '../readings/schemas/legacy-portal.ts';
import { createPortals } from '../readings/sources/portals.ts';
import { createRelayFeed } from '../relay/feed.ts';
import { createWorkerVerifier } from '../relay/verifier.ts';
import { createNarrator } from '../speech/narrator.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { PageState } from '../core/page-state.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { TravelState } from '../travel/travel-state.ts';
import type { WorldState } from '../world-state.ts';
import { createTimeLapse } from '../time-lapse/time-lapse-run.ts';
import { withReturnPortal } from '../travel/arrival.ts';
import { createTravel } from '../travel/travel.ts';
import { createWarp } from '../travel/warp.ts';
import { createUrlSync } from '../view/url-sync.ts';
import { deferUntilWorld } from './defer-until-world.ts';
import { createCodeHostNews } from './code-host-news.ts';
import { homeSources, isOfCodeHost } from './sources.ts';

type StateSlice = ConfigState & PageState & ReadingsState & TravelState & WorldState;

// Exported from this file, so that it is in the same chunk: nothing needs it earlier.
export { parseArrival } from '../travel/arrival.ts';

type NamedModule = readonly [name: string, module: DataModule<StateSlice>];

/**
 * The data modules of the world's page, in the order in which the ticker runs them. The page imports this
 * file on demand, because the first paint does not need it. A message that the visitor sends earlier is sent
 * when it is loaded. `script` is the URL of the page's own script.
 */
export function pageDataModules(state: StateSlice, environment: Environment, script: string): NamedModule[] {
  const { fetch, WebSocket, storage, window, now, monotonicNow, random, log } = environment;
  const { base } = state;
  const portals = withReturnPortal(createPortals(fromLegacy), () => state.arrival.get());
  const createVerifier = () => createWorkerVerifier();
  const { status } = state.world;
  const isReady = (): boolean => !['waiting', 'loading'].includes(status.get().phase);
  const last = new LastReadings({ fetch, now, isOnline: environment.isOnline, base, isReady });
  const sources = homeSources(state, portals).map((source) => last.keep(source, state));
  const io = { fetch, now, base };
  // A separate poller: the home announces changes at the code host, which are then requested at once.
  const codeHost = new Poller(io, sources.filter(isOfCodeHost), { random });
  const others = sources.filter((source) => !isOfCodeHost(source));
  const readings = new Poller(io, others, { random });
  const relays = createRelayFeed({ WebSocket, createVerifier, now, monotonicNow, random, log });
  return [
    ['clock', createClock(now)],
    ['online', createOnline(window, environment.isOnline)],
    // Before the modules that read the settings.
    ['settings', new SettingsStore(environment)],
    ['reduced-motion', createReducedMotion(environment.reducedMotion)],
    ['configuration', createConfigRetry(environment)],
    ['readings', readings],
    ['code-host', codeHost],
    ['code-host-news', createCodeHostNews(window, codeHost, environment)],
    ['last-readings', last],
    // Before the bridge, because it listens to events that the bridge dispatches.
    ['window-events', createWindowEvents(window, now)],
    ['warp', createWarp(window, monotonicNow)],
    ['travel', createTravel(environment)],
    [
      'version',
      createVersionWatch({ ...io, monotonicNow }, () => state.newBuild.set(true), isOwnBuild(script)),
    ],
    ['world-actions', createWorldActions(now, log)],
    ['time-lapse', createTimeLapse(environment)],
    ['news', createNews()],
    // Before the bridge, because it receives frames of the bridge.
    ['plays', createPlays(fetch)],
    ['links', createUrlSync(environment)],
    ['narrator', createNarrator(environment)],
    ['relays', deferUntilWorld(relays, now)],
    [
      'bridge',
      createBridgeClient({
        WebSocket,
        storage,
        now,
        monotonicNow,
        random,
        page: window,
        dispatch: (event) => void window.dispatchEvent(event),
      }),
    ],
    // After the bridge, so that these modules react in the same tick to a lost connection or an answer of the
    // home.
    ['home', createHomeWatch(last.home, codeHost, readings)],
    ['presence', createPresence(environment)],
  ];
}
