import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { addModule } from './add-module.ts';
import { errorMessage } from './error-message.ts';
import type { WorldModule } from './module.ts';
import type { WorldScene } from './scene/scene.ts';
import { listThings } from '../interaction/thing-list.ts';
import type { Ticker } from './ticker.ts';

/** Whether a module of `config.json` may be loaded: from the home's own origin, or from one that its owner allows. */
export function pluginAddress(
  entry: string,
  base: string,
  allowedOrigins: readonly string[],
): { readonly href: string } | { readonly refusal: string } {
  let url: URL;
  try {
    url = new URL(entry, base);
  } catch {
    return { refusal: 'not a URL' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { refusal: 'not an http(s) URL' };
  if (url.origin !== new URL(base).origin && !allowedOrigins.includes(url.origin))
    return { refusal: `${url.origin} is not in allowedOrigins of config.json` };
  return { href: url.href };
}

/** The contract of docs/modules.md, checked before a stranger's code joins the loop. */
export function asModule(exported: unknown): WorldModule | string {
  if (typeof exported !== 'object' || exported === null) return 'it exports nothing';
  const module = exported as Record<string, unknown>;
  for (const name of ['init', 'update'])
    if (typeof module[name] !== 'function') return `it exports no function “${name}”`;
  if (module['dispose'] !== undefined && typeof module['dispose'] !== 'function')
    return '“dispose” is not a function';
  return exported as WorldModule;
}

/** Takes part in the loop only to be named, with its reason, in the debug overlay. */
const refused = (reason: string): WorldModule => ({
  init() {
    throw new Error(reason);
  },
  update() {
    // Never called: its init fails.
  },
});

/** Milliseconds a module may take to load: one whose server never answers must not keep the others out. */
const LOAD_TIMEOUT_MS = 15_000;

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const seconds = Math.ceil(milliseconds / 1000);
    timer = setTimeout(() => reject(new Error(`it was not there within ${seconds} s`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Loads the third-party modules of `config.json` one after the other. None of them can keep the world from running: what cannot be
 * loaded, breaks the contract or throws is switched off and named. Returns what takes them out again.
 */
export function loadPlugins(
  scene: WorldScene,
  state: State,
  ticker: Ticker,
  theme: Theme,
  load: (href: string) => Promise<unknown> = (href) => import(/* @vite-ignore */ href),
  timeoutMs = LOAD_TIMEOUT_MS,
): (() => void) & { readonly settled: Promise<void> } {
  const names: string[] = [];
  let dismissed = false;
  const endTelling = listThings(scene, state, (module) => names.includes(module));
  const invite = async (entry: string): Promise<WorldModule> => {
    const address = pluginAddress(entry, state.base, state.config.get().allowedOrigins);
    if ('refusal' in address) return refused(address.refusal);
    try {
      const module = asModule(await within(timeoutMs, load(address.href)));
      return typeof module === 'string' ? refused(module) : module;
    } catch (error) {
      return refused(errorMessage(error));
    }
  };
  const all = async (): Promise<void> => {
    for (const entry of state.config.get().modules) {
      const module = await invite(entry);
      if (dismissed) return;
      names.push(entry);
      await addModule(entry, module, { scene, state, ticker, theme });
    }
  };
  const dismiss = (): void => {
    dismissed = true;
    for (const name of [...names].reverse()) ticker.remove(name);
    names.length = 0;
    endTelling();
  };
  return Object.assign(dismiss, { settled: all() });
}
