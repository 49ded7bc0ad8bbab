import { backOffMs } from '../../data/core/back-off.ts';
import { loadPart } from '../../data/core/load-part.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { NamedModule } from '../modules.ts';
import { addModule } from './add-module.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Ticker } from './ticker.ts';

/** Seconds between two attempts to load them. */
const RETRY_SECONDS = [10, 30, 60, 300];

/**
 * Adds the modules of `later.ts` once the first picture stands, each with its shaders compiled before it is drawn. Where their file
 * cannot be had the world goes on without them, a notice says so, and they are asked for again. Returns what takes them out again.
 */
export function addDeferredModules(
  scene: WorldScene,
  state: State,
  ticker: Ticker,
  theme: Theme,
  load: () => Promise<readonly NamedModule[]> = async () =>
    (await import('../deferred-modules.ts')).deferredModules,
  wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds)),
): (() => void) & { readonly settled: Promise<void> } {
  const names: string[] = [];
  let dismissed = false;
  const loaded = async (failures = 0): Promise<readonly NamedModule[]> => {
    if (dismissed) return [];
    try {
      return await loadPart(state, 'Views, sound and effects', load);
    } catch (error) {
      if (failures === 0) scene.report('later modules', error);
      await wait(backOffMs(RETRY_SECONDS, failures + 1, Math.random));
      return loaded(failures + 1);
    }
  };
  const all = async (): Promise<void> => {
    for (const { name, module } of await loaded()) {
      if (dismissed) return;
      names.push(name);
      await addModule(name, module, { scene, state, ticker, theme });
    }
  };
  const dismiss = (): void => {
    dismissed = true;
    for (const name of names.splice(0).reverse()) ticker.remove(name);
  };
  return Object.assign(dismiss, { settled: all() });
}
