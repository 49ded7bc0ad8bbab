import { AnswerCache } from './answer-cache.ts';
import type { SocketMaker } from '../../data/core/environment.ts';
import { homeSources, isOfCodeHost } from '../../data/apps/sources.ts';
import type { Reading } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { Poller } from '../../data/readings/poller.ts';
import type { SourceIo } from '../../data/readings/sources/source.ts';
import { createRelayFeed } from '../../data/relay/feed.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import { theme } from '../../theme/theme.ts';
import type { Authors } from './agents.ts';
import { type SharedAnswers, sharedSource } from './cluster/shared-answers.ts';
import { FileProblems } from './file-problems.ts';
import { createRelayVerifier } from './relays.ts';
import { type UpstreamWatch, isOfUpstream } from './status/upstream-watch.ts';

const TICK_SECONDS = 1;

interface ReadingsOptions {
  readonly state: ConfigState & PageState & ReadingsState & RelayState;
  readonly io: Omit<SourceIo, 'cache'>;
  /** Makes authors of commits agents; undefined if the home has no such agents. */
  readonly authors: Authors | undefined;
  readonly WebSocket: SocketMaker;
  readonly log: (line: string) => void;
  readonly upstreams: UpstreamWatch;
  /** Shares answers with the other gateways, which ask the same upstreams. */
  readonly answers?: SharedAnswers | undefined;
}

/**
 * Polls the same sources as a page, and writes the readings into the gateway's own state, from which the
 * resident and the badges answer.
 */
export class GatewayReadings {
  readonly #options: ReadingsOptions;
  readonly #poller: Poller;
  /** Polls the code host, which is read again at once when it announces a change. */
  readonly #codeHost: Poller;
  readonly #relays: ReturnType<typeof createRelayFeed>;
  readonly #fileProblems: FileProblems;
  #relaysStarted = false;
  #elapsedSeconds = 0;
  /** The commits whose authors were followed. */
  #commits: Reading<readonly Commit[]> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReadingsOptions) {
    const { state, WebSocket, log, upstreams, answers } = options;
    const io = { ...options.io, cache: new AnswerCache() };
    this.#options = options;
    // Files that only the world shows are read too, so that their problems are logged for the owner. The
    // sessions of agents are not read: the home itself writes them into the state.
    const asked = homeSources(state).filter(({ name }) => name !== 'sessions');
    const sources = asked.map((source) => {
      const watched = upstreams.source(source);
      return answers && isOfUpstream(source) ? sharedSource(watched, answers) : watched;
    });
    this.#poller = new Poller(
      io,
      sources.filter((source) => !isOfCodeHost(source)),
    );
    this.#codeHost = new Poller(io, sources.filter(isOfCodeHost));
    this.#relays = createRelayFeed({
      WebSocket,
      createVerifier: createRelayVerifier,
      now: io.now,
      monotonicNow: () => performance.now(),
      random: Math.random,
      log: { warn: (...parts: unknown[]) => log(parts.map(String).join(' ')) },
    });
    this.#fileProblems = new FileProblems(state, log);
  }

  start(): void {
    this.#poller.init(undefined, this.#options.state);
    this.#codeHost.init(undefined, this.#options.state);
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), TICK_SECONDS * 1000);
    this.#timer.unref();
  }

  /** Starts the relays. Call it when the home listens: before that, the relay of a demo does not answer. */
  startRelays(): void {
    this.#relays.init(undefined, this.#options.state, theme);
    this.#relaysStarted = true;
  }

  /** Reads the code host with the next tick. */
  refreshCodeHost(): void {
    this.#codeHost.refresh();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#poller.dispose();
    this.#codeHost.dispose();
    if (this.#relaysStarted) this.#relays.dispose?.();
    this.#relaysStarted = false;
  }

  #tick(): void {
    const { state, io, authors } = this.#options;
    state.now.set(io.now());
    this.#poller.update();
    this.#codeHost.update();
    this.#fileProblems.check();
    if (this.#relaysStarted) this.#relays.update(this.#elapsedSeconds, TICK_SECONDS);
    this.#elapsedSeconds += TICK_SECONDS;
    const reading = state.readings.commits.get();
    if (reading === this.#commits || reading.state !== 'live') return;
    this.#commits = reading;
    authors?.follow(reading.value);
  }
}
