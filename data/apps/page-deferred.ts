import { createBridgeClient } from '../chat/bridge-client.ts';
import type { Environment } from '../core/environment.ts';
import { type NamedModule, createReadings } from './page.ts';
import { worldSources } from './world-sources.ts';
import { createUrlSync } from '../view/url-sync.ts';
import type { DataModule } from '../core/module.ts';
import { createNarrator } from '../speech/narrator.ts';
import { createRelayFeed } from '../relay/feed.ts';
import { createWorkerVerifier } from '../relay/verifier.ts';
import type { State } from '../state.ts';
import { createTimeLapse } from '../time-lapse/time-lapse-run.ts';
import { createVersionWatch } from '../core/version-watch.ts';
import { createWorldActions } from '../chat/world-action.ts';

/**
 * The relays wait for the world at most this long: without a world, or on a slow machine, the feed
 * still comes.
 */
const MAX_WAIT_MS = 8_000;

/**
 * Starts a module when the world is ready. Checking the signatures of a relay's first answer takes a
 * second of a small machine's processor, which the first picture needs more.
 */
export function deferUntilWorld(module: DataModule<State>, now: () => number): DataModule<State> {
  let begin: (() => void) | undefined;
  let begun = false;
  let state: State | undefined;
  let latest = 0;
  return {
    init(scene, into, theme) {
      state = into;
      latest = now() + MAX_WAIT_MS;
      begun = false;
      begin = () => module.init(scene, into, theme);
    },
    update(elapsed, delta) {
      if (!state || !begin) return;
      if (!begun) {
        const { phase } = state.world.status.get();
        if ((phase === 'waiting' || phase === 'loading') && now() < latest) return;
        begun = true;
        begin();
      }
      module.update(elapsed, delta);
    },
    dispose() {
      if (begun) module.dispose?.();
      state = undefined;
      begin = undefined;
    },
  };
}

/**
 * The two live connections, the relays and the bridge, and the files that only the world shows: half
 * of the data code, and nothing the first paint needs. The page imports this file on demand; a
 * message that the visitor sends before it is loaded is sent afterwards.
 */
export function deferredDataModules(state: State, environment: Environment): NamedModule[] {
  const { fetch, WebSocket, storage, window, now, monotonicNow, random, log } = environment;
  const io = { fetch, monotonicNow, base: state.base };
  return [
    ['files of the world', createReadings(state, environment, worldSources)],
    ['version', createVersionWatch(io, () => state.newBuild.set(true))],
    ['world-actions', createWorldActions(now, log)],
    ['time-lapse', createTimeLapse(environment)],
    ['links', createUrlSync(environment)],
    ['narrator', createNarrator(environment)],
    [
      'relays',
      deferUntilWorld(
        createRelayFeed({
          WebSocket,
          createVerifier: () => createWorkerVerifier(),
          now,
          monotonicNow,
          random,
          log,
        }),
        now,
      ),
    ],
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
  ];
}
