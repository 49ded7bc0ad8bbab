import { Box3, type Object3D } from 'three';
import { backOffMs } from '../../data/core/back-off.ts';
import { loadPart } from '../../data/core/load-part.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { NamedModule, WorldModule } from './define-module.ts';
import { createYielder } from './render/gpu-queue.ts';
import { WarmUp } from './render/gpu-warm-up.ts';
import type { MovingPart } from './scene/scene-registry.ts';
import type { WorldScene } from './scene/scene.ts';
import { WORDS_LAYER } from './scene/words.ts';
import type { Ticker } from './ticker.ts';

/** The world to which modules are added. */
export interface ModuleHost {
  readonly scene: WorldScene;
  readonly state: State;
  readonly ticker: Ticker;
  readonly theme: Theme;
}

type Group = readonly Pick<NamedModule, 'name' | 'module'>[];

/**
 * Adds modules to a running world. The modules are drawn together when all their shaders are compiled and
 * checked, so that no frame waits for a shader.
 */
export async function addModules(group: Group, host: ModuleHost, isUnloaded = () => false): Promise<void> {
  const { scene, state, ticker, theme } = host;
  const added: Object3D[] = [];
  const names: string[] = [];
  const warming = scene.isDrawn ? new WarmUp(scene) : undefined;
  const pause = createYielder();
  for (const { name, module } of group) {
    if (isUnloaded()) break;
    const before = scene.children.length;
    ticker.add(name, module, 'world', scene, state, theme);
    ticker.updateOne(name);
    names.push(name);
    const children = scene.children.slice(before);
    added.push(...children);
    warming?.add(children);
    await pause();
  }
  try {
    await warming?.finish();
    // For the browser's performance panel and the benchmark.
    performance.mark(`home-world: ${names.at(-1)}`);
    // Under the painted start view the arrival would not be seen.
    const isSeen = warming && !state.world.painted.get();
    if (isSeen && !state.world.reducedMotion.get()) scene.frame.arrivals.begin(names, added);
  } catch (error) {
    // The next groups are still added.
    scene.report(names.join(', '), error);
  }
}

/** Modules that were added after the world began to run, or are still being loaded. */
interface LoadedModules {
  /** Resolves when all modules are added. */
  readonly settled: Promise<void>;
  /** Removes the modules, the last one first. Modules that are still loading are not added any more. */
  unload(): void;
}

/** Adds the groups one after the other, as `groups` yields them. */
function addInOrder(
  host: ModuleHost,
  groups: (isUnloaded: () => boolean) => AsyncIterable<Group>,
): LoadedModules {
  const names: string[] = [];
  let unloaded = false;
  const isUnloaded = (): boolean => unloaded;
  const addAll = async (): Promise<void> => {
    for await (const group of groups(isUnloaded)) {
      if (unloaded) return;
      names.push(...group.map(({ name }) => name));
      await addModules(group, host, isUnloaded);
    }
  };
  return {
    settled: addAll(),
    unload() {
      unloaded = true;
      for (const name of names.splice(0).reverse()) host.ticker.remove(name);
    },
  };
}

/** The seconds between two attempts to load the deferred modules. */
const RETRY_SECONDS = [10, 30, 60, 300];

const waitMs = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Adds the deferred modules after the first frame. If their file cannot be loaded, the world continues
 * without them, a notice says so, and the loading is repeated.
 */
export function loadDeferredModules(
  host: ModuleHost,
  load: () => Promise<readonly (readonly NamedModule[])[]>,
  wait = waitMs,
): LoadedModules {
  return addInOrder(host, async function* (isUnloaded) {
    for (let failures = 0; !isUnloaded(); failures++) {
      try {
        yield* await loadPart(host.state, 'Views, sound and effects', load);
        return;
      } catch (error) {
        if (failures === 0) host.scene.report('deferred modules', error);
        await wait(backOffMs(RETRY_SECONDS, failures + 1, Math.random));
      }
    }
  });
}

/**
 * Whether a module of `config.json` may be loaded: from the home's own origin, or from one that its
 * owner allows.
 */
function pluginAddress(
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

/** Checks the contract of docs/modules.md. Returns the module, or a text about its problem. */
function asModule(exported: unknown): WorldModule | string {
  if (typeof exported !== 'object' || exported === null) return 'it exports nothing';
  const module = exported as Record<string, unknown>;
  for (const name of ['init', 'update'])
    if (typeof module[name] !== 'function') return `it exports no function “${name}”`;
  if (module['dispose'] !== undefined && typeof module['dispose'] !== 'function')
    return '“dispose” is not a function';
  return exported as WorldModule;
}

/** The replacement for a refused plugin, so that the debug overlay names the plugin and the reason. */
const refused = (reason: string): WorldModule => ({
  init() {
    throw new Error(reason);
  },
  update() {
    // Never called, because `init` throws.
  },
});

/**
 * The maximum wait for the file of a plugin: if its server never answers, the next plugins must still be
 * loaded.
 */
const LOAD_TIMEOUT_MS = 15_000;

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const seconds = Math.ceil(milliseconds / 1000);
    timer = setTimeout(() => reject(new Error(`it was not there within ${seconds} s`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The objects of a plugin may move; a panel does not. */
function mayMove(object: Object3D): boolean {
  let isPanel = false;
  object.traverse(({ layers }) => (isPanel ||= layers.isEnabled(WORDS_LAYER)));
  return !isPanel;
}

/** The box is empty once the plugin has removed the object. */
function movingObject(object: Object3D): MovingPart {
  const box = new Box3();
  return {
    get box() {
      return object.parent ? box.setFromObject(object) : box.makeEmpty();
    },
    hertz: 8,
  };
}

/**
 * Loads the third-party modules of `config.json`. They cannot stop the world: a module that cannot be loaded,
 * breaks the contract or throws is switched off and reported.
 */
export function loadPlugins(
  host: ModuleHost,
  load: (href: string) => Promise<unknown> = (href) => import(/* @vite-ignore */ href),
  timeoutMs = LOAD_TIMEOUT_MS,
): LoadedModules {
  const { state } = host;
  const loadPlugin = async (entry: string): Promise<WorldModule> => {
    const address = pluginAddress(entry, state.base, state.config.get().allowedOrigins);
    if ('refusal' in address) return refused(address.refusal);
    try {
      const module = asModule(await within(timeoutMs, load(address.href)));
      return typeof module === 'string' ? refused(module) : module;
    } catch (error) {
      return refused(errorMessage(error));
    }
  };
  return addInOrder(host, async function* () {
    for (const name of state.config.get().modules) {
      const module = await loadPlugin(name);
      yield [{ name, module }];
      const { children, registry } = host.scene;
      const own = children.filter((object) => host.scene.authorOf(object) === name);
      registry.movingParts.set(module, own.filter(mayMove).map(movingObject));
    }
  });
}
