import { homeSources } from '../../../data/apps/sources.ts';
import { loadConfig } from '../../../data/config/load-config.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { createIntervalLoop } from '../../../data/core/interval-loop.ts';
import { createClock, createOnline } from '../../../data/core/page-state.ts';
import { Poller } from '../../../data/readings/poller.ts';
import { createRelayFeed } from '../../../data/relay/feed.ts';
import { createWorkerVerifier } from '../../../data/relay/verifier.ts';
import { type State, createState } from '../../../data/state.ts';
import { pause } from '../../resident/pause.ts';

/** How long a first answer waits for the readings. */
const FIRST_READINGS_MS = 5_000;
const LOOK_MS = 50;

/** The configuration of the demo as a state, without readings. */
export async function createOwnState(base: string): Promise<State> {
  const { config, problems } = await loadConfig(base, window.fetch, parseConfig);
  return createState(config, { base, now: Date.now(), problems });
}

/**
 * Fills the state from the same sources as the page, as the gateway does for its resident. Resolves
 * when each reading has its first answer, or after some seconds.
 */
export async function followReadings(state: State): Promise<void> {
  const { fetch, WebSocket, navigator } = window;
  const now = Date.now;
  const io = { fetch: fetch.bind(window), now, base: state.base };
  const loop = createIntervalLoop<State>(document);
  loop.add('clock', createClock(now), state);
  loop.add(
    'network',
    createOnline(window, () => navigator.onLine),
    state,
  );
  loop.add('readings', new Poller(io, homeSources(state)), state);
  loop.add(
    'relays',
    createRelayFeed({
      WebSocket,
      createVerifier: () => createWorkerVerifier(),
      now,
      monotonicNow: () => performance.now(),
      random: Math.random,
      log: console,
    }),
    state,
  );
  loop.start();
  const limit = AbortSignal.timeout(FIRST_READINGS_MS);
  const isLoading = (): boolean =>
    Object.values(state.readings).some((reading) => reading.get().state === 'loading');
  while (isLoading() && !limit.aborted) await pause(LOOK_MS, limit);
}
