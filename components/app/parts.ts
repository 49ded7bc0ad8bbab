import { loadPart } from '../../data/core/load-part.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/view-state.ts';
import { panelNames } from '../../data/view/panels.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import '../notices/reload-notice.ts';
import { viewCards } from '../modes/views.ts';
import { panels } from './panels.ts';

// This file exports these, so that the build puts them into the chunk of this file. The page does not need
// them before that chunk is loaded.
export { FocusReturn } from './focus-return.ts';
export { followPage } from './follow-page.ts';
export { pressKey } from './keyboard.ts';
export { SingleSheet } from './single-sheet.ts';
export { laterStyles } from './styles/later-styles.ts';

/** A part of the page in its own file, which is loaded when it is needed. */
export interface Part {
  /** The name of the part in a notice. */
  readonly name: string;
  load(): Promise<unknown>;
  /**
   * Truthy while the page needs the part. If the value changes to another truthy value, a failed part is
   * loaded again.
   */
  needed(state: State): unknown;
  /** The part is not prefetched, because few visitors need it. */
  readonly isRare?: true;
  /** After a failure: resets the state that requested the part, so that its button can be pressed again. */
  reset?(state: State): void;
}

/**
 * Returns the phase of the world, or false until the world has drawn its first frame or failed: until then
 * the world needs the network and the processor.
 */
const afterPicture = ({ world }: State): string | false => {
  const { phase } = world.status.get();
  return phase !== 'waiting' && phase !== 'loading' && phase;
};

/** All panels. Panels that are on the page while they are closed are loaded after the first frame. */
const panelParts: readonly Part[] = panelNames.map((name) => ({
  name: panels[name].label,
  load: panels[name].load,
  needed: (state) =>
    state.panels[name].get() ? 'open' : panels[name].isAlwaysThere && afterPicture(state) && 'closed',
  reset: (state) => state.panels[name].set(false),
}));

/** All cards of views. */
const cardParts: readonly Part[] = viewCards.map(({ label, load, isShown, takesFocus }) => ({
  name: label,
  load,
  needed: isShown,
  reset: (state) => {
    if (takesFocus) dispatchView(state, { kind: 'escape' });
  },
}));

/** All parts that are loaded on demand, in the order of the prefetch. */
const parts: readonly Part[] = [
  ...panelParts,
  {
    name: 'Painted home',
    load: () => import('../painted/painted-home.ts'),
    needed: (state) => insteadOfWorld(state) === 'painted',
    isRare: true,
    // If the painted home cannot be loaded, the home as text is shown instead.
    reset: ({ world }) => world.painted.set(false),
  },
  { name: 'Reading', load: () => import('../hud/reading-details.ts'), needed: () => true },
  { name: 'Hints', load: () => import('../hud/hints.ts'), needed: afterPicture },
  {
    name: 'News',
    load: () => import('../notices/news.ts'),
    needed: afterPicture,
  },
  {
    name: 'Walking stick',
    load: async () => {
      if (window.matchMedia('(any-pointer: coarse)').matches) await import('../modes/touch-stick.ts');
    },
    needed: afterPicture,
  },
  {
    name: 'Tips',
    load: () => import('../shared/tips.ts'),
    needed: ({ world }) => world.pointer.get() !== 'free' || world.gamepad.get() !== 'none',
  },
  {
    name: 'Zoom',
    load: () => import('../hud/fov-zoom.ts'),
    needed: ({ world }) => world.fovZoom.get() > 1,
  },
  {
    name: 'View bar',
    load: () => import('../modes/view-bar.ts'),
    needed: ({ world }) => world.status.get().phase === 'ready',
  },
  ...cardParts,
  {
    name: 'Captions',
    load: () => import('../modes/captions.ts'),
    needed: ({ narration }) => narration.get().phase !== 'idle',
  },
  {
    name: 'Voice',
    load: () => import('../notices/narrator-error.ts'),
    needed: ({ narration }) => narration.get().problem,
  },
  {
    name: 'Offline banner',
    load: () => import('../notices/offline-banner.ts'),
    // The banner is loaded before the connection is lost, because it cannot be loaded after that.
    needed: (state) => !state.online.get() || afterPicture(state),
  },
  {
    name: 'Asks',
    load: () => import('../notices/asks-notice.ts'),
    needed: (state) =>
      afterPicture(state) && (currentValue(state.readings.sessions.get())?.counts.waiting ?? 0) > 0,
  },
  {
    name: 'Notice',
    load: () => import('../notices/config-notice.ts'),
    needed: ({ configProblems }) => configProblems.get().length,
  },
  {
    name: 'Notice',
    load: () => import('../notices/settings-notice.ts'),
    needed: ({ settingsNote }) => settingsNote.get().reverted,
  },
];

/** Files that a header button or a text loads on demand. They are prefetched too. */
const others: readonly (() => Promise<unknown>)[] = [
  () => import('./header-menu.ts'),
  () => import('../shared/status-message.ts'),
  () => import('../panels/share.ts'),
  () => import('../panels/day-events.ts'),
  () => import('../../data/day/replayed-day.ts'),
  () => import('../shared/download.ts'),
  () => import('../shared/text/markdown.ts'),
];

/**
 * Milliseconds from the first frame to the start of the prefetch. Until then the groups of deferred modules
 * of the world are loaded, which takes at most 1.5 s.
 */
const PREFETCH_AFTER_MS = 2_000;
/** The longest wait for an idle browser before each part. Milliseconds. */
const MAX_WAIT_MS = 1_000;

/** Resolves when the browser is idle. Safari has no `requestIdleCallback`: there it waits a fixed time. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: MAX_WAIT_MS });
    else setTimeout(done, MAX_WAIT_MS);
  });

/**
 * Loads all parts that are not loaded yet, one at a time while the browser is idle. Then the buttons of an
 * open page work without a network, and after an update of the server, which renames the files. A file that
 * fails here is loaded again when it is needed.
 */
async function prefetch(): Promise<void> {
  await new Promise((done) => setTimeout(done, PREFETCH_AFTER_MS));
  for (const load of [...others, ...parts.filter(({ isRare }) => !isRare).map((part) => () => part.load())]) {
    await idle();
    await load().catch(() => undefined);
  }
}

/**
 * Loads each part when it is first needed, and all parts when the world is ready. A notice names a part that
 * failed; the next request loads it again.
 */
export class NeededParts {
  readonly #parts: readonly Part[];
  /** What `needed` returned when each part was last loaded. */
  readonly #requests = new Map<Part, unknown>();
  #prefetching: Promise<void> | undefined;
  /** The build for which the service worker was last registered. */
  #worker = '';

  constructor(all = parts) {
    this.#parts = all;
  }

  /** Call it after each change of the state. */
  check(state: State): void {
    for (const part of this.#parts) {
      const request = part.needed(state);
      if (request === this.#requests.get(part)) continue;
      this.#requests.set(part, request);
      if (!request) continue;
      loadPart(state, part.name, () => part.load()).catch(() => {
        // If the visitor has closed the part meanwhile, it is already reset.
        if (this.#requests.get(part) === request) part.reset?.(state);
      });
    }
    // The prefetch does not start earlier, because the first frame needs the network and the processor.
    const { phase } = state.world.status.get();
    if (phase === 'ready' || phase === 'unavailable') this.#prefetching ??= prefetch();
    this.#followWorker(state);
  }

  /**
   * Registers the service worker after the prefetch, because its downloads must not slow the first visit.
   * Registers it again when there is a new build. The page works without it, so no notice reports a failure.
   */
  #followWorker({ world, newBuild, base }: State): void {
    const isComplete = world.complete.get() || world.status.get().phase === 'unavailable';
    const wanted = newBuild.get() ? 'the new build' : 'this build';
    if (!isComplete || wanted === this.#worker) return;
    this.#worker = wanted;
    const register = async (): Promise<void> => {
      await this.#prefetching;
      const { registerWorker } = await import('../../data/offline/register.ts');
      await registerWorker(base);
    };
    register().catch(() => undefined);
  }
}
