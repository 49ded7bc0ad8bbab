import { type State, createState } from '../../data/state.ts';
import type { WorldStatus } from '../../data/world-state.ts';
import { theme } from '../../theme/theme.ts';
import type { NamedModule } from '../../world/core/define-module.ts';
import { Ticker } from '../../world/core/ticker.ts';
import { worldModules } from '../../world/modules.ts';
import { type World, startWorld } from '../../world/world.ts';
import { portal, setPortals } from '../helpers/home-readings.ts';

export interface Started {
  readonly world: World | undefined;
  readonly state: State;
  readonly ticker: Ticker;
  readonly canvas: HTMLCanvasElement;
  readonly statuses: WorldStatus[];
  stop(): void;
}

/** A world of these modules alone on a canvas of 128 × 72 CSS pixels, with every status it has set. */
export async function start(
  quality: 'lowest' | 'highest' = 'lowest',
  modules: readonly NamedModule[] = worldModules,
): Promise<Started> {
  const box = document.createElement('div');
  box.style.cssText = 'width: 128px; height: 72px';
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const state = createState();
  setPortals(state, [portal('a'), portal('b')]);
  const ticker = new Ticker();
  const statuses: WorldStatus[] = [];
  const set = state.world.status.set.bind(state.world.status);
  state.world.status.set = (status) => {
    statuses.push(status);
    set(status);
  };
  const world = await startWorld({
    canvas,
    state,
    ticker,
    theme,
    quality,
    modules,
    loadGroups: async () => [],
  });
  return {
    world,
    state,
    ticker,
    canvas,
    statuses,
    stop() {
      const renderer = world?.scene.renderer;
      world?.dispose();
      renderer?.forceContextLoss();
      box.remove();
    },
  };
}
