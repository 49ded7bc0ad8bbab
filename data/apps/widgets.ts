import { type Signal, signal } from '@lit-labs/signals';
import { createClock, createOnline } from '../core/page-state.ts';
import { type ReadingConfig, parseReadingConfig, withRepository } from '../config/reading-config.ts';
import type { ParsedConfig } from '../config/fields.ts';
import type { HomeConnection, HomeConnector, HomeView, Wanted } from './widget-home.ts';
import { hostOf } from '../core/http.ts';
import type { Environment } from '../core/environment.ts';
import type { Loop } from '../core/interval-loop.ts';
import { loadConfig, unreadProblem } from '../config/load-config.ts';
import type { DataModule } from '../core/module.ts';
import { retryDelayMs } from '../core/back-off.ts';
import { Poller } from '../readings/poller.ts';
import type { SourceName } from '../readings/readings-state.ts';
import type { Source } from '../readings/sources/source.ts';
import { type ConfigFile, type HomeState, createHomeState } from './home-state.ts';

type NamedModules = readonly (readonly [name: string, module: DataModule<HomeState>])[];

interface ConnectOptions {
  readonly environment: Pick<Environment, 'fetch' | 'now' | 'random' | 'window' | 'isOnline'>;
  readonly loop: Loop<HomeState>;
  /**
   * The base URL of the home that serves this page. If the config.json of this home cannot be read, its
   * widgets use the defaults; for another home, readings with the defaults would be wrong.
   */
  readonly own?: string;
  /** Parses config.json; by default only the fields that readings need. */
  parse?(raw: unknown): ParsedConfig<ReadingConfig>;
  /** Modules that run for each home in addition to its sources. */
  also?(base: string): NamedModules;
  /** Replaces a source by another one. */
  source?(source: Source<SourceName>): Source<SourceName>;
}

/** A home that widgets show. */
class Home {
  readonly view: Signal.State<HomeView>;
  /** The connected widgets. */
  readonly widgets = new Set<Wanted>();
  readonly #options: ConnectOptions;
  readonly #base: string;
  /** The sources that are polled, by their names, and for each source the widgets that show it. */
  readonly #polled = new Map<string, { readonly poller: Poller; readonly widgets: Set<Wanted> }>();
  readonly #modules: NamedModules;
  #state: HomeState | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Why requests to the home are blocked; undefined if they are not. */
  #refusal: string | undefined;

  constructor(base: string, options: ConnectOptions) {
    const { environment, also } = options;
    this.#base = base;
    this.#options = options;
    this.view = signal<HomeView>({ phase: 'connecting', note: `${hostOf(base)} · asking` });
    this.#modules = [
      ['clock', createClock(environment.now)],
      ['network', createOnline(environment.window, environment.isOnline)],
      ...(also?.(base) ?? []),
    ];
  }

  async load(failures = 0): Promise<void> {
    const { environment, own, parse = parseReadingConfig } = this.#options;
    let raw: unknown;
    const { config, problems } = await loadConfig(this.#base, environment.fetch, (given) => {
      raw = given;
      return parse(given);
    });
    if (this.#closed) return;
    const unread = unreadProblem(problems);
    const [address, repo] = this.#base.split('#');
    if (!unread || this.#base === own)
      this.#configure(withRepository(config, repo), unread ? { problem: unread } : { raw });
    if (!unread) return;
    if (this.#base !== own)
      this.view.set({
        phase: 'failed',
        cause:
          this.#refusal ??
          `No home answers this page at ${address} (config.json: ${unread.got}). Do its allowedOrigins name this page? Trying again.`,
      });
    const delayMs = retryDelayMs(failures + 1, true, environment.random);
    this.#retry = setTimeout(() => void this.load(failures + 1), delayMs);
  }

  /**
   * Shows that the content security policy of the page has blocked a request to `address`, because the
   * `fetch` call itself reports only a failure.
   */
  refuse(address: string): void {
    const { origin, pathname } = new URL(this.#base);
    if (this.#state || !address.startsWith(origin + pathname)) return;
    this.#refusal = `The Content-Security-Policy of this page blocks ${origin}. Add it to connect-src.`;
    this.view.set({ phase: 'failed', cause: this.#refusal });
  }

  /** Polls the sources of a widget, if the configuration is loaded. */
  begin(widget: Wanted): void {
    const state = this.#state;
    if (!state) return;
    const { environment, source: polled } = this.#options;
    const { fetch, now, random } = environment;
    for (const source of widget.sources(state)) {
      const { name, intervalSeconds } = source;
      const known = this.#polled.get(name);
      known?.widgets.add(widget);
      if (known) continue;
      const widgets = new Set([widget]);
      // The widget with the shortest interval decides.
      const every = (): number => Math.min(...[...widgets].map((one) => one.every || intervalSeconds));
      const poller = new Poller({ fetch, now, base: this.#base }, [polled?.(source) ?? source], {
        random,
        every,
      });
      this.#polled.set(name, { poller, widgets });
      this.#add(name, poller, state);
      // Sends the first request now, and not with the next tick.
      poller.update();
    }
  }

  refresh(widget: Wanted): void {
    for (const { poller, widgets } of this.#polled.values()) {
      if (!widgets.has(widget)) continue;
      poller.refresh();
      poller.update();
    }
  }

  end(widget: Wanted): void {
    for (const [name, { widgets }] of this.#polled) {
      widgets.delete(widget);
      if (widgets.size > 0) continue;
      this.#polled.delete(name);
      this.#remove(name);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    if (this.#state) for (const [name] of this.#modules) this.#remove(name);
  }

  #configure(config: ReadingConfig, file: ConfigFile): void {
    if (this.#state) {
      this.#state.configFile.set(file);
      this.#state.config.set(config);
      return;
    }
    const state = createHomeState(this.#base, this.#options.environment.now(), config, file);
    this.#state = state;
    for (const [name, module] of this.#modules) this.#add(name, module, state);
    for (const widget of this.widgets) this.begin(widget);
    this.view.set({ phase: 'ready', state });
  }

  #add(name: string, module: DataModule<HomeState>, state: HomeState): void {
    this.#options.loop.add(`${this.#base} ${name}`, module, state);
  }

  #remove(name: string): void {
    this.#options.loop.remove(`${this.#base} ${name}`);
  }
}

/**
 * Opens a home once for all widgets with its URL: reads its config.json, then polls the sources that its
 * widgets show. When the last widget of a home is removed, all its modules stop.
 */
export function createHomeConnector(options: ConnectOptions): HomeConnector {
  const homes = new Map<string, Home>();
  options.environment.window.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, disposition } = event as SecurityPolicyViolationEvent;
    if (disposition === 'enforce') for (const home of homes.values()) home.refuse(blockedURI);
  });

  const open = (base: string): Home => {
    const home = new Home(base, options);
    if (homes.size === 0) options.loop.start();
    homes.set(base, home);
    void home.load();
    return home;
  };

  return (base, wanted): HomeConnection => {
    const home = homes.get(base) ?? open(base);
    // A separate object for each connection, because a widget that moves in the document briefly has two.
    const widget = { ...wanted };
    home.widgets.add(widget);
    home.begin(widget);
    const release = (): void => {
      if (!home.widgets.delete(widget)) return;
      home.end(widget);
      if (home.widgets.size > 0) return;
      homes.delete(base);
      home.close();
      if (homes.size === 0) options.loop.stop();
    };
    return {
      view: home.view,
      refresh: () => home.refresh(widget),
      // In a microtask, because a widget that is moved in the document releases and connects in the same
      // task: its home stays open.
      release: () => queueMicrotask(release),
    };
  };
}
