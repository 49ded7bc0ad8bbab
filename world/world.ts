import { loadPart } from '../data/core/load-part.ts';
import { type QualityLevel, qualityLevels } from '../data/config/settings/quality.ts';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import { NO_WEBGL, createContext } from './core/render/webgl-context.ts';
import type { WorldScene } from './core/scene/scene.ts';
import type { Ticker } from './core/ticker.ts';
import type { NamedModule } from './modules.ts';

export interface WorldOptions {
  readonly canvas: HTMLCanvasElement;
  readonly state: State;
  readonly ticker: Ticker;
  readonly theme: Theme;
  /** What draws here, where the page knows it (`UNMASKED_RENDERER_WEBGL`); asked of the context otherwise. */
  readonly renderer?: string | undefined;
  /** Keeps to one level, whatever the frame rate; `?quality=` in the page's address by default. */
  readonly quality?: QualityLevel | undefined;
  /** The modules to build it from; the home's own by default. */
  readonly modules?: readonly NamedModule[] | undefined;
}

export interface World {
  readonly scene: WorldScene;
  dispose(): void;
}

/** The level somebody asked for in the page's address (`?quality=low`): for pictures, and for people who know what they want. */
export function askedQuality(search: string): QualityLevel | undefined {
  const asked = new URLSearchParams(search).get('quality');
  return qualityLevels.find((level) => level === asked);
}

let fetched: Promise<[typeof import('./create-world.ts'), typeof import('./modules.ts')]> | undefined;

/** Fetches everything the world is made of at once; a fetch that failed may be tried again. */
export function fetchWorld(): NonNullable<typeof fetched> {
  fetched ??= Promise.all([import('./create-world.ts'), import('./modules.ts')]);
  fetched.catch(() => (fetched = undefined));
  return fetched;
}

/**
 * Builds the world in the canvas and hands it to the ticker, saying in `state.world.status` how far it is. Resolves when the first frame is drawn;
 * to `undefined` where there is no WebGL 2. Holds no three.js itself, so that the page can import it early.
 */
export async function startWorld(options: WorldOptions): Promise<World | undefined> {
  const { canvas, state, ticker, theme } = options;
  const { status } = state.world;
  status.set({ phase: 'loading', progress: 0, note: 'three.js' });
  const fetching = loadPart(state, 'The 3D world', fetchWorld);
  // Handled below; without a graphics context it is not needed.
  fetching.catch(() => undefined);
  const graphics = createContext(canvas, options.renderer);
  if (!graphics) {
    status.set({ phase: 'unavailable', progress: 0, note: NO_WEBGL });
    return undefined;
  }
  const [{ assemble }, { worldModules }] = await fetching;
  return assemble({
    canvas,
    graphics,
    state,
    ticker,
    theme,
    quality: options.quality ?? askedQuality(location.search),
    modules: options.modules ?? worldModules,
  });
}
