import { PerspectiveCamera, type WebGLRenderer } from 'three';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import { loadPlugins } from './core/plugins.ts';
import { InteractionRegistry } from './core/scene/interaction-registry.ts';
import { WorldScene } from './core/scene/scene.ts';
import type { Ticker } from './core/ticker.ts';

/**
 * Where there is no picture: runs the modules of `config.json` all the same, in a scene that is not drawn, for what they register stands in the
 * home as text. One that needs the renderer throws, and is named. Returns what takes them out again.
 */
export function inviteTextGuests(
  state: State,
  ticker: Ticker,
  theme: Theme,
  load?: (href: string) => Promise<unknown>,
): ReturnType<typeof loadPlugins> {
  const scene = new WorldScene(
    new PerspectiveCamera(),
    undefined as unknown as WebGLRenderer,
    new InteractionRegistry(),
  );
  scene.author = () => ticker.atWork;
  scene.report = (module, error) => ticker.report(module, error);
  return loadPlugins(scene, state, ticker, theme, load);
}
