import { loadPart } from '../../data/core/load-part.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import { endReadout } from './panels.ts';
import '../notices/reload-notice.ts';
import { passes, photographs, showsTimeLapse } from './part-conditions.ts';

// Here, so that it comes in the same file: the page needs it no sooner.
export { followViewport } from './viewport.ts';

/** A part of the page in a file of its own, loaded when it is needed. */
interface Part {
  /** What a notice calls it. */
  readonly name: string;
  load(): Promise<unknown>;
  /** Truthy while the page needs it; another truthy value is another request, which tries again what failed before. */
  needed(home: State): unknown;
  /** After a failure: makes the button that asked for it ready to be pressed again. */
  putBack?(home: State): void;
}

const isReady = ({ world }: State): boolean => world.status.get().phase === 'ready';

const endView = (home: State): void => dispatchView(home, { kind: 'escape' });

const parts: readonly Part[] = [
  {
    name: 'Relay feed',
    load: () => import('../feed/relay-feed.ts'),
    needed: ({ panels }) => panels.feed.get(),
    putBack: ({ panels }) => panels.feed.set(false),
  },
  { name: 'Hints', load: () => import('../hud/hints.ts'), needed: ({ world }) => world.status.get().phase },
  {
    name: 'Chat',
    load: () => import('../chat/chat.ts'),
    needed: ({ chat }) => (chat.open.get() ? 'open' : 'closed'),
    putBack: ({ chat }) => chat.open.set(false),
  },
  {
    name: 'Home as text',
    load: () => import('../panels/directory.ts'),
    needed: ({ panels }) => (panels.directory.get() ? 'open' : 'closed'),
    putBack: ({ panels }) => panels.directory.set(false),
  },
  {
    name: 'Walking stick',
    load: async () => {
      if (window.matchMedia('(any-pointer: coarse)').matches) await import('../modes/touch-stick.ts');
    },
    needed: ({ world }) => world.status.get().phase,
  },
  {
    name: 'Tips',
    load: () => import('../shared/tips.ts'),
    needed: ({ world }) => world.pointer.get() !== 'free' || world.gamepad.get() !== 'none',
  },
  { name: 'View bar', load: () => import('../modes/view-bar.ts'), needed: isReady },
  {
    name: 'Settings',
    load: () => import('../panels/settings.ts'),
    needed: ({ panels }) => panels.settings.get(),
    putBack: ({ panels }) => panels.settings.set(false),
  },
  {
    name: 'Keys and help',
    load: () => import('../panels/help.ts'),
    needed: ({ panels }) => panels.help.get(),
    putBack: ({ panels }) => panels.help.set(false),
  },
  {
    name: 'Session log',
    load: () => import('../feed/session-log.ts'),
    needed: ({ panels }) => panels.log.get(),
    putBack: ({ panels }) => panels.log.set(false),
  },
  {
    name: 'Time-lapse',
    load: () => import('../modes/time-lapse.ts'),
    needed: showsTimeLapse,
    putBack: endView,
  },
  { name: 'Photo', load: () => import('../modes/photo-bar.ts'), needed: photographs, putBack: endView },
  {
    name: 'Text',
    load: () => import('../modes/document.ts'),
    needed: ({ derived }) => derived.document.get(),
    putBack: endReadout,
  },
  { name: 'Passage', load: () => import('../modes/action-banner.ts'), needed: passes },
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
    name: 'Notice',
    load: () => import('../notices/config-notice.ts'),
    needed: ({ configProblems }) => configProblems.get().length,
  },
  {
    name: 'Notice',
    load: () => import('../notices/settings-notice.ts'),
    needed: ({ settingsNote }) => settingsNote.get().undone,
  },
  {
    name: 'Debug',
    load: () => import('../hud/debug.ts'),
    needed: ({ debug }) => debug.get(),
    putBack: ({ debug }) => debug.set(false),
  },
];

/** What is loaded on demand besides, for a button of the header or a text. */
const others: readonly (() => Promise<unknown>)[] = [
  () => import('../shared/status-message.ts'),
  () => import('../panels/share.ts'),
  () => import('../panels/export-session.ts'),
  () => import('../chat/markdown.ts'),
];

/** A busy page is idle after this all the same. Milliseconds. */
const LATEST_MS = 1_000;

/** Resolves when the browser has nothing else to do. Safari cannot tell, and waits. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: LATEST_MS });
    else setTimeout(done, LATEST_MS);
  });

/**
 * Loads every part that was not needed so far, one at a time while the browser is idle. So an open page has all of itself: its buttons work
 * when the server has an update, whose files have other names, and where the network is away. What fails here is loaded when it is needed.
 */
async function prefetch(): Promise<void> {
  for (const load of [...others, ...parts.map((part) => () => part.load())]) {
    await idle();
    await load().catch(() => undefined);
  }
}

/** Loads each part when it is first needed, and all of them once the world stands. One that failed is named in a notice, and tried again when it is asked for again. */
export class NeededParts {
  readonly #asked = new Map<Part, unknown>();
  #prefetched = false;

  /** To be called whenever the state may have changed. */
  check(home: State): void {
    for (const part of parts) {
      const asked = part.needed(home);
      if (asked === this.#asked.get(part)) continue;
      this.#asked.set(part, asked);
      if (asked) loadPart(home, part.name, () => part.load()).catch(() => part.putBack?.(home));
    }
    // The first picture needs the network and the processor more.
    const { phase } = home.world.status.get();
    if (this.#prefetched || (phase !== 'ready' && phase !== 'unavailable')) return;
    this.#prefetched = true;
    void prefetch();
  }
}
