import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { NamedModule } from '../modules.ts';
import { join } from './join.ts';
import type { WorldScene } from './scene.ts';
import type { Ticker } from './ticker.ts';

/**
 * Adds the modules of `later.ts` once the first picture stands, each with its shaders compiled before it is drawn. Where their file
 * cannot be had the world goes on without them, and the reason is reported. Returns what takes them out again.
 */
export function addLatecomers(
  scene: WorldScene,
  state: State,
  ticker: Ticker,
  theme: Theme,
  load: () => Promise<readonly NamedModule[]> = async () => (await import('../later.ts')).laterModules,
): (() => void) & { readonly settled: Promise<void> } {
  const names: string[] = [];
  let dismissed = false;
  const all = async (): Promise<void> => {
    for (const { name, module } of await load()) {
      if (dismissed) return;
      names.push(name);
      await join(name, module, { scene, state, ticker, theme });
    }
  };
  const dismiss = (): void => {
    dismissed = true;
    for (const name of names.splice(0).reverse()) ticker.remove(name);
  };
  const settled = all().catch((error: unknown) => scene.report('later modules', error));
  return Object.assign(dismiss, { settled });
}
