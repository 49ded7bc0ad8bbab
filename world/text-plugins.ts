import { PerspectiveCamera } from 'three';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import { loadPlugins } from './core/module-loader.ts';
import { WorldScene } from './core/scene/scene.ts';
import type { Ticker } from './core/ticker.ts';
import { listThings } from './interaction/thing-list.ts';

/**
 * Runs the modules of `config.json` for a page without a picture, in a scene that is not drawn: the home as
 * text lists the objects that they register. A module that needs the renderer throws, and is reported.
 */
export function loadTextPlugins(
  state: State,
  ticker: Ticker,
  theme: Theme,
  load?: (href: string) => Promise<unknown>,
): ReturnType<typeof loadPlugins> {
  const scene = new WorldScene({ camera: new PerspectiveCamera(), renderer: undefined, loop: ticker });
  const endList = listThings(scene, state);
  const plugins = loadPlugins({ scene, state, ticker, theme }, load);
  return {
    settled: plugins.settled,
    unload() {
      plugins.unload();
      endList();
    },
  };
}
