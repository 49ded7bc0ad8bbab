import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldModule } from './module.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Ticker } from './ticker.ts';
import { warmUp } from './render/gpu-warm-up.ts';

/** Adds a module to a world that runs already. It is not drawn before its shaders are known to be well, so that no frame waits for them. */
export async function addModule(
  name: string,
  module: WorldModule,
  { scene, state, ticker, theme }: { scene: WorldScene; state: State; ticker: Ticker; theme: Theme },
): Promise<void> {
  const before = scene.children.length;
  ticker.add(name, module, 'world', scene, state, theme);
  if (!scene.isDrawn) return;
  try {
    await warmUp(scene, scene.children.slice(before));
  } catch (error) {
    // Those that come after it are not to wait for ever.
    scene.report(name, error);
  }
}
