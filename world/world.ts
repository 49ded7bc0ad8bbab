import { tryStorage } from '../data/core/environment.ts';
import { loadPart } from '../data/core/load-part.ts';
import { type QualityLevel, qualityLevels } from '../data/world-state.ts';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import { NO_WEBGL, createContext } from './core/render/webgl-context.ts';
import type { NamedModule } from './core/define-module.ts';
import type { Ticker } from './core/ticker.ts';
import type { World } from './create-world.ts';

interface WorldOptions {
  readonly canvas: HTMLCanvasElement;
  readonly state: State;
  readonly ticker: Ticker;
  readonly theme: Theme;
  /**
   * The name of the GPU, if the page knows it (`UNMASKED_RENDERER_WEBGL`); by default the name that the
   * context reports.
   */
  readonly renderer?: string | undefined;
  /** About how long a frame takes, if it is measured. Milliseconds. */
  readonly frameMs?: Promise<number> | undefined;
  /** A fixed quality level, independent of the frame rate; by default `?quality=` in the page's address. */
  readonly quality?: QualityLevel | undefined;
  /** The modules of the world; by default the home's own. */
  readonly modules?: readonly NamedModule[] | undefined;
  /** Loads the groups that are added after the first picture; by default the home's own. */
  readonly loadGroups?: (() => Promise<readonly (readonly NamedModule[])[]>) | undefined;
}

export type { World };

/** The quality level in the page's address (`?quality=low`), for pictures and measurements. */
export function requestedQuality(search: string): QualityLevel | undefined {
  const requested = new URLSearchParams(search).get('quality');
  return qualityLevels.find((level) => level === requested);
}

/** A slower world is only offered. */
const SLOW_FRAME_MS = 150;
/** The key of `sessionStorage` with the choice of a visitor who has entered a slow world. */
const ENTERED = 'home-world.entered';

/**
 * Whether the visitor has asked for the world, however slow it is: earlier in this visit, with a quality
 * level in the settings, or with one in the page's address.
 */
const isWanted = (state: State): boolean =>
  tryStorage(() => sessionStorage.getItem(ENTERED), null) !== null ||
  state.settings.get().quality !== 'auto' ||
  requestedQuality(location.search) !== undefined;

/** Offers the world in place of building it. Resolves when the visitor enters. */
const untilEntered = ({ world }: State, frameMs: number): Promise<void> =>
  new Promise((resolve) => {
    const enter = (): void => {
      tryStorage(() => sessionStorage.setItem(ENTERED, 'yes'), undefined);
      world.status.set({ phase: 'loading', progress: 0, note: '' });
      resolve();
    };
    const note = `this computer takes about ${(frameMs / 1000).toFixed(1)} seconds to draw a picture of it.`;
    world.status.set({ phase: 'unavailable', progress: 0, note, enter });
  });

let fetched: Promise<[typeof import('./create-world.ts'), typeof import('./modules.ts')]> | undefined;

/** Loads all files of the world at once. After a failure it may be called again. */
export function fetchWorld(): NonNullable<typeof fetched> {
  fetched ??= Promise.all([import('./create-world.ts'), import('./modules.ts')]);
  fetched.catch(() => (fetched = undefined));
  return fetched;
}

/**
 * Creates the world in the canvas and adds it to the ticker, with its progress in
 * `state.world.status`. A world that is slow on this computer is first offered. Resolves when the first frame is drawn; to `undefined` without WebGL 2. This
 * file contains no three.js, so that the page can import it early.
 */
export async function startWorld(options: WorldOptions): Promise<World | undefined> {
  const { canvas, state, ticker, theme } = options;
  const { status } = state.world;
  status.set({ phase: 'loading', progress: 0, note: 'three.js' });
  const fetching = loadPart(state, 'The 3D world', fetchWorld);
  // The `await` below reports a failure. Without a graphics context, the files are not needed and nothing
  // waits.
  fetching.catch(() => undefined);
  const graphics = createContext(canvas, options.renderer);
  if (!graphics) {
    status.set({ phase: 'unavailable', progress: 0, note: NO_WEBGL });
    return undefined;
  }
  const [{ createWorld }, { worldModules }] = await fetching;
  const frameMs = isWanted(state) ? 0 : ((await options.frameMs) ?? 0);
  const isOffered = frameMs > SLOW_FRAME_MS;
  if (isOffered) await untilEntered(state, frameMs);
  const world = await createWorld({
    canvas,
    graphics,
    state,
    ticker,
    theme,
    quality: options.quality ?? requestedQuality(location.search),
    modules: options.modules ?? worldModules,
    loadGroups:
      options.loadGroups ??
      (async () => {
        const { deferredGroups } = await import('./deferred-modules.ts');
        return deferredGroups;
      }),
  });
  // The focused button has gone with the offer. The world gets no focus ring.
  if (isOffered && document.activeElement === document.body)
    canvas.focus({ preventScroll: true, focusVisible: false });
  return world;
}
