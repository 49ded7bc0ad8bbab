import type { Theme } from '../../theme/theme.ts';
import { createClock, createOnline } from '../core/page-state.ts';
import type { Config, ConfigProblem } from '../config/config.ts';
import type { HomeConnection, HomeConnector, HomeView, SourcesOf } from './widget-home.ts';
import type { Environment } from '../core/environment.ts';
import type { Loop } from '../core/interval-loop.ts';
import { loadConfig, unreadProblem } from '../config/load-config.ts';
import type { DataModule } from '../core/module.ts';
import { retryDelayMs } from '../core/back-off.ts';
import { Poller } from '../readings/poller.ts';
import { type Signal, signal } from '../core/signal.ts';
import type { SourceIo } from '../readings/sources/source.ts';
import { type State, createState } from '../state.ts';

export interface ConnectOptions {
  readonly environment: Pick<Environment, 'fetch' | 'now' | 'random' | 'window' | 'isOnline'>;
  readonly loop: Loop<State>;
  readonly theme: Theme;
  /**
   * The home whose page this is. It goes on with the defaults while its config.json cannot be read; the readings of
   * somebody else's home would be wrong with them.
   */
  readonly own?: string;
  /** Named modules that run for each home besides its sources. */
  also?(base: string): readonly (readonly [string, DataModule<State>])[];
}

interface Home {
  readonly view: Signal<HomeView>;
  readonly holds: Set<Hold>;
  /** How many want a source, by its name. */
  readonly wanted: Map<string, number>;
  /** Names of the modules that run besides the sources. */
  readonly companions: string[];
  state: State | undefined;
  retry: ReturnType<typeof setTimeout> | undefined;
}

/** One widget's hold on a home. */
interface Hold {
  readonly sources: SourcesOf;
}

const hostOf = (base: string): string => URL.parse(base)?.host ?? base;

/**
 * Opens homes by their address, each once however many widgets show it: reads its config.json, then polls only what somebody
 * wants to see. When the last widget of a home lets go, nothing of it is left running.
 */
export function createHomeConnector(options: ConnectOptions): HomeConnector {
  const homes = new Map<string, Home>();
  const { environment, loop, theme, own, also } = options;
  const { fetch, now, random } = environment;
  /** What runs for a home besides its sources. */
  const companions = (base: string): readonly (readonly [string, DataModule<State>])[] => [
    ['clock', createClock(now)],
    ['network', createOnline(environment.window, environment.isOnline)],
    ...(also?.(base) ?? []),
  ];

  const begin = (base: string, home: Home, sources: SourcesOf): void => {
    const { state } = home;
    if (!state) return;
    const sourceIo: SourceIo = { fetch, now, base };
    for (const source of sources(state)) {
      const count = home.wanted.get(source.name) ?? 0;
      home.wanted.set(source.name, count + 1);
      if (count > 0) continue;
      const poller = new Poller(sourceIo, [source], { random });
      loop.add(`${base} ${source.name}`, poller, 'data', undefined, state, theme);
      // Asked at once, not with the next second's tick.
      poller.update();
    }
  };

  const end = (base: string, home: Home, sources: SourcesOf): void => {
    if (!home.state) return;
    for (const { name } of sources(home.state)) {
      const count = (home.wanted.get(name) ?? 0) - 1;
      home.wanted.set(name, count);
      if (count === 0) loop.remove(`${base} ${name}`);
    }
  };

  const settle = (base: string, home: Home, config: Config, problems: readonly ConfigProblem[]): void => {
    if (home.state) {
      home.state.configProblems.set(problems);
      home.state.config.set(config);
      return;
    }
    const state = createState(config, { base, now: now(), problems });
    home.state = state;
    for (const [name, module] of companions(base)) {
      loop.add(`${base} ${name}`, module, 'data', undefined, state, theme);
      home.companions.push(`${base} ${name}`);
    }
    for (const { sources } of home.holds) begin(base, home, sources);
    home.view.set({ phase: 'ready', state });
  };

  const load = async (base: string, home: Home, failures = 0): Promise<void> => {
    const { config, problems } = await loadConfig(base, fetch);
    if (homes.get(base) !== home) return;
    const unread = unreadProblem(problems);
    if (!unread || base === own) settle(base, home, config, problems);
    if (!unread) return;
    if (base !== own)
      home.view.set({
        phase: 'failed',
        cause: `No home answers this page at ${base} (config.json: ${unread.got}). Trying again.`,
      });
    home.retry = setTimeout(
      () => void load(base, home, failures + 1),
      retryDelayMs(failures + 1, true, random),
    );
  };

  const open = (base: string): Home => {
    const note = `${hostOf(base)} · asking`;
    const home: Home = {
      view: signal<HomeView>({ phase: 'connecting', note }),
      holds: new Set(),
      wanted: new Map(),
      companions: [],
      state: undefined,
      retry: undefined,
    };
    if (homes.size === 0) loop.start();
    homes.set(base, home);
    void load(base, home);
    return home;
  };

  const close = (base: string, home: Home): void => {
    homes.delete(base);
    clearTimeout(home.retry);
    for (const name of home.companions) loop.remove(name);
    if (homes.size === 0) loop.stop();
  };

  return (base, sources): HomeConnection => {
    const home = homes.get(base) ?? open(base);
    const hold: Hold = { sources };
    home.holds.add(hold);
    begin(base, home, sources);
    const letGo = (): void => {
      if (!home.holds.delete(hold)) return;
      end(base, home, sources);
      if (home.holds.size === 0) close(base, home);
    };
    return {
      view: home.view,
      // A widget that is only moved in the document lets go and takes hold in one task: its home goes on meanwhile.
      release: () => queueMicrotask(letGo),
    };
  };
}
