import { loadPart } from '../../data/core/load-part.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import { panelNames } from '../../data/view/panels.ts';
import '../notices/reload-notice.ts';
import { viewCards } from '../modes/views.ts';
import { panels } from './panels.ts';

// Exported here to come in the same file: the page needs them no sooner.
export { FocusReturn } from './focus-return.ts';
export { followPage } from './follow-page.ts';
export { pressKey } from './keyboard.ts';
export { SingleSheet } from './single-sheet.ts';
export { laterStyles } from './styles/later-styles.ts';

/** A part of the page in a file of its own, loaded when it is needed. */
export interface Part {
  /** Its name in a notice. */
  readonly name: string;
  load(): Promise<unknown>;
  /**
   * Truthy while the page needs it; another truthy value is another request, which tries again what
   * failed before.
   */
  needed(state: State): unknown;
  /** After a failure: makes the button that asked for it ready to be pressed again. */
  reset?(state: State): void;
}

/** The phase of the world, once there is a picture or none will come: the first frame needs network and processor more. */
const afterPicture = ({ world }: State): string | false => {
  const { phase } = world.status.get();
  return phase !== 'waiting' && phase !== 'loading' && phase;
};

/** Every panel; those that are on the page while they are closed too are loaded after the picture. */
const panelParts: readonly Part[] = panelNames.map((name) => ({
  name: panels[name].label,
  load: panels[name].load,
  needed: (state) =>
    state.panels[name].get() ? 'open' : panels[name].isAlwaysThere && afterPicture(state) && 'closed',
  reset: (state) => state.panels[name].set(false),
}));

/** Every card of a view. */
const cardParts: readonly Part[] = viewCards.map(({ label, load, isShown, takesFocus }) => ({
  name: label,
  load,
  needed: isShown,
  reset: (state) => {
    if (takesFocus) dispatchView(state, { kind: 'escape' });
  },
}));

/** Everything that is loaded on demand, in the order of the prefetch. */
const parts: readonly Part[] = [
  ...panelParts,
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
    // Before the server goes: then it cannot be loaded.
    needed: (state) => !state.online.get() || afterPicture(state),
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

/** Loaded on demand by a button of the header or by a text, and prefetched too. */
const others: readonly (() => Promise<unknown>)[] = [
  () => import('../shared/status-message.ts'),
  () => import('../panels/share.ts'),
  () => import('../shared/download.ts'),
  () => import('../shared/text/markdown.ts'),
];

/** The groups of the world arrive first, within 1.5 s of the picture. Milliseconds. */
const PREFETCH_AFTER_MS = 2_000;
/** On a busy page the prefetch continues after this, in milliseconds. */
const MAX_WAIT_MS = 1_000;

/** Resolves when the browser has nothing else to do. Safari has no such callback, and waits a fixed time. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: MAX_WAIT_MS });
    else setTimeout(done, MAX_WAIT_MS);
  });

/**
 * Loads every part that was not needed so far, one at a time while the browser is idle. An open
 * page then has all its parts: its buttons still work without a network, and after an update of the
 * server, where the files have other names. What fails here is loaded again when it is needed.
 */
async function prefetch(): Promise<void> {
  await new Promise((done) => setTimeout(done, PREFETCH_AFTER_MS));
  for (const load of [...others, ...parts.map((part) => () => part.load())]) {
    await idle();
    await load().catch(() => undefined);
  }
}

/**
 * Loads each part when it is first needed, and all of them when the world is ready. A part that
 * failed is named in a notice, and loaded again when it is requested again.
 */
export class NeededParts {
  readonly #parts: readonly Part[];
  /** What `needed` returned when each part was last loaded. */
  readonly #requests = new Map<Part, unknown>();
  #prefetching: Promise<void> | undefined;
  /** For which build the service worker was last looked for. */
  #worker = '';

  constructor(all = parts) {
    this.#parts = all;
  }

  /** Call it whenever the state may have changed. */
  check(state: State): void {
    for (const part of this.#parts) {
      const request = part.needed(state);
      if (request === this.#requests.get(part)) continue;
      this.#requests.set(part, request);
      if (!request) continue;
      loadPart(state, part.name, () => part.load()).catch(() => {
        // What the visitor has closed meanwhile is reset already.
        if (this.#requests.get(part) === request) part.reset?.(state);
      });
    }
    // The first frame needs the network and the processor more.
    const { phase } = state.world.status.get();
    if (phase === 'ready' || phase === 'unavailable') this.#prefetching ??= prefetch();
    this.#followWorker(state);
  }

  /**
   * Registers the service worker last of all, and asks for the new one when there is a new build: what
   * it copies must not slow the first visit. The page works without it, so that no notice names it.
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
