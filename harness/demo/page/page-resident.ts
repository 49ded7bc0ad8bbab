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
import type { Piece, Resident, ResidentContext } from '../../resident/resident.ts';
import { StatusResident } from '../../resident/answers/status-resident.ts';
import { Understanding } from '../../resident/understanding.ts';

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
async function followReadings(state: State): Promise<void> {
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

/** The resident of a static demo. It begins to follow the readings with the first question. */
export class PageResident implements Resident {
  readonly attached = false;
  readonly #inner: StatusResident;
  readonly #state: State;
  #ready: Promise<void> | undefined;

  /** @param readQuestions Reads the text of `questions.txt`. */
  constructor(state: State, readQuestions: () => Promise<string>) {
    this.#state = state;
    let understanding: Promise<Understanding> | undefined;
    const understand = (): Promise<Understanding> =>
      (understanding ??= readQuestions().then((text) => new Understanding(text)));
    this.#inner = new StatusResident(understand, { demo: 'in page' });
  }

  get who(): StatusResident['who'] {
    return this.#inner.who;
  }

  get note(): string {
    return this.#inner.note;
  }

  async *answer(question: string, context: ResidentContext, signal: AbortSignal): AsyncIterable<Piece> {
    await (this.#ready ??= followReadings(this.#state));
    if (!signal.aborted) yield* this.#inner.answer(question, context, signal);
  }
}
