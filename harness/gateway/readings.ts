import { LATEST_COMMITS } from '../../data/readings/activity.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { SourceIo } from '../../data/readings/sources/source.ts';
import { homeSources } from '../../data/apps/home-sources.ts';
import { worldSources } from '../../data/apps/world-sources.ts';
import { Poller } from '../../data/readings/poller.ts';
import type { SocketMaker } from '../../data/core/socket.ts';
import { createRelayFeed } from '../../data/relay/feed.ts';
import { authorName } from '../../data/readings/sources/code-host.ts';
import type { State } from '../../data/state.ts';
import { theme } from '../../theme/theme.ts';
import { createFileProblems } from './file-problems.ts';
import { createRelayVerifier } from './relay-verifier.ts';

const TICK_SECONDS = 1;
/** As many as `codeHost.agents` may hold. */
const MAX_AGENTS = 64;

/**
 * Distinct author names, in the order of their commits; names are compared without regard to case.
 */
export function authorsOf(list: readonly Pick<Commit, 'author'>[]): string[] {
  const names = new Map<string, string>();
  for (const { author } of list) {
    const name = authorName(author);
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()].slice(0, MAX_AGENTS);
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** Makes these the home's agents, unless they are already. */
export function setAgents(state: State, agents: readonly string[]): void {
  const config = state.config.get();
  if (sameList(config.codeHost.agents, agents)) return;
  state.config.set({ ...config, codeHost: { ...config.codeHost, agents } });
}

/**
 * Keeps the gateway's own state fed by the same sources as a page's, one tick a second: the
 * resident and the badges answer from it. With `followAuthors` the agents are whoever wrote the
 * latest commits.
 */
export function createReadings(options: {
  state: State;
  io: SourceIo;
  followAuthors: boolean;
  WebSocket: SocketMaker;
  log: (line: string) => void;
}): { start(): void; startRelays(): void; stop(): void } {
  const { state, io, followAuthors, WebSocket, log } = options;
  // Those that only the world shows are read for the log: their owner looks at the terminal.
  const poller = new Poller(io, [...homeSources(state), ...worldSources]);
  const relays = createRelayFeed({
    WebSocket,
    createVerifier: createRelayVerifier,
    now: io.now,
    monotonicNow: () => performance.now(),
    random: Math.random,
    log: { warn: (...parts: unknown[]) => log(parts.map(String).join(' ')) },
  });
  const files = createFileProblems(state, log);
  let relaysStarted = false;
  let elapsed = 0;
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    state.now.set(io.now());
    poller.update();
    files.check();
    if (relaysStarted) relays.update(elapsed, TICK_SECONDS);
    elapsed += TICK_SECONDS;
    const reading = state.readings.commits.get();
    if (followAuthors && reading.state === 'live')
      setAgents(state, authorsOf(reading.value.slice(0, LATEST_COMMITS)));
  };
  return {
    start() {
      poller.init(undefined, state);
      tick();
      timer = setInterval(tick, TICK_SECONDS * 1000);
      timer.unref();
    },
    /** Apart from the rest: a demo's relay can only be reached once the home listens. */
    startRelays() {
      relays.init(undefined, state, theme);
      relaysStarted = true;
    },
    stop() {
      clearInterval(timer);
      poller.dispose();
      if (relaysStarted) relays.dispose?.();
      relaysStarted = false;
    },
  };
}
