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
import { createDeviceLooking } from '../push/device-looking.ts';
import { createPresence } from '../presence/presence.ts';
import { Poller } from '../readings/poller.ts';
import type { Source, SourceIo } from '../readings/sources/source.ts';
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
import { createRepositoryChoice } from './repository-choice.ts';
import { createReadingNews } from './reading-news.ts';
import { createSessionNews } from './session-news.ts';
import { CODE_HOST_READINGS, homeSources, isOfCodeHost } from './sources.ts';

type StateSlice = ConfigState & PageState & ReadingsState & TravelState & WorldState;

// This file exports `parseArrival`, so that the build puts the function into the chunk of this file. No code
// needs the function before that chunk is loaded.
export { parseArrival } from '../travel/arrival.ts';

type NamedModule = readonly [name: string, module: DataModule<StateSlice>];

/** The connection to the home; what it receives becomes events of the window. */
const createBridge = ({ WebSocket, storage, now, monotonicNow, random, window }: Environment) =>
  createBridgeClient({
    WebSocket,
    storage,
    now,
    monotonicNow,
    random,
    page: window,
    dispatch: (event) => void window.dispatchEvent(event),
  });

/** The sources, with their last answers. The way back is of this visit, so it is added to a kept registry too. */
function keptSources(state: StateSlice, last: LastReadings): readonly Source[] {
  const portals = last.keep(createPortals(), state, (kept) =>
    withReturnPortal(kept, () => state.arrival.get()),
  );
  return homeSources(state, portals).map((source) =>
    source === portals ? source : last.keep(source, state),
  );
}

/**
 * Creates the pollers. The readings whose changes the home announces have their own pollers, so that they can
 * be requested at once.
 */
function createPollers(sources: readonly Source[], io: SourceIo, random: () => number) {
  const isOfSessions = ({ name }: Source): boolean => name === 'sessions';
  const poller = (isOf: (source: Source) => boolean): Poller =>
    new Poller(io, sources.filter(isOf), { random });
  return {
    codeHost: poller(isOfCodeHost),
    sessions: poller(isOfSessions),
    readings: poller((source) => !isOfCodeHost(source) && !isOfSessions(source)),
  };
}

/**
 * The data modules of the world's page, in the order in which the ticker runs them. The page imports this
 * file on demand, because the first paint does not need it. A message that the visitor writes earlier is sent
 * when this file is loaded. `script` is the URL of the page's own script.
 */
export function pageDataModules(state: StateSlice, environment: Environment, script: string): NamedModule[] {
  const { fetch, WebSocket, window, now, monotonicNow, random, log } = environment;
  const { base } = state;
  const createVerifier = () => createWorkerVerifier();
  const { status } = state.world;
  const isReady = (): boolean => !['waiting', 'loading'].includes(status.get().phase);
  const last = new LastReadings({ fetch, now, isOnline: environment.isOnline, base, isReady });
  const io = { fetch, now, base };
  const { codeHost, sessions, readings } = createPollers(keptSources(state, last), io, random);
  const announced = [
    { names: CODE_HOST_READINGS, poller: codeHost },
    { names: ['sessions'], poller: sessions, evenHidden: true },
  ];
  const relays = createRelayFeed({ WebSocket, createVerifier, now, monotonicNow, random, log });
  return [
    ['clock', createClock(now)],
    ['online', createOnline(window, environment.isOnline)],
    // This module comes before the modules that read the settings.
    ['settings', new SettingsStore(environment)],
    ['reduced-motion', createReducedMotion(environment.reducedMotion, environment.isPlain)],
    ['configuration', createConfigRetry(environment)],
    // This module comes before the readings, so that they are those of the chosen repository from the start.
    ['repository', createRepositoryChoice()],
    ['readings', readings],
    ['code-host', codeHost],
    ['sessions', sessions],
    ['reading-news', createReadingNews(window, announced, environment)],
    ['session-news', createSessionNews(sessions)],
    ['last-readings', last],
    // This module comes before the bridge, because it listens to events that the bridge dispatches.
    ['window-events', createWindowEvents(window, now)],
    ['warp', createWarp(window, monotonicNow)],
    ['travel', createTravel(environment)],
    [
      'version',
      createVersionWatch({ ...io, monotonicNow }, () => state.newBuild.set(true), isOwnBuild(script)),
    ],
    ['world-actions', createWorldActions(now, log)],
    [
      'time-lapse',
      createTimeLapse(environment, async (from, until) =>
        (await import('../day/replayed-day.ts')).readReplayedDay(io, from, until),
      ),
    ],
    ['news', createNews()],
    // This module comes before the bridge, because it receives frames of the bridge.
    ['plays', createPlays(fetch)],
    ['links', createUrlSync(environment)],
    ['narrator', createNarrator(environment)],
    ['relays', deferUntilWorld(relays, now)],
    ['bridge', createBridge(environment)],
    // After the bridge, so that these modules react in the same tick to a lost connection or an answer of the
    // home.
    ['home', createHomeWatch(last.home, codeHost, readings, sessions)],
    ['presence', createPresence(environment)],
    ['looking', createDeviceLooking({ ...environment, base })],
  ];
}
