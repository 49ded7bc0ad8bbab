import { type Signal, signal } from '@lit-labs/signals';
import type { DataModule } from './module.ts';

/** The page itself: where and when it was opened, and what holds for all of it. */
export interface PageState {
  /** Where this home is served, with a trailing slash: the base of every relative address. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly sessionStart: number;
  /** Milliseconds since the epoch, set once a second: ages are computed from it. */
  readonly now: Signal.State<number>;
  /** Whether the browser has a network. */
  readonly online: Signal.State<boolean>;
  /** Whether the home answers; not known while the browser has no network. */
  readonly homeAnswers: Signal.State<boolean>;
  /** The home serves another build than the one this page began with. */
  readonly newBuild: Signal.State<boolean>;
  /** Parts of the page that could not be loaded, as a notice names them. */
  readonly missingParts: Signal.State<readonly string[]>;
}

export const createPageState = (base: string, startedAt: number): PageState => ({
  base,
  sessionStart: startedAt,
  now: signal(startedAt),
  online: signal(true),
  homeAnswers: signal(true),
  newBuild: signal(false),
  missingParts: signal<readonly string[]>([]),
});

/** Sets `state.now` once a second, on the full second. `now` in milliseconds since the epoch. */
export function createClock(now: () => number): DataModule<Pick<PageState, 'now'>> {
  let state: Pick<PageState, 'now'> | undefined;
  let second = -1;
  return {
    init(_scene, into) {
      state = into;
    },
    update() {
      const time = now();
      const full = Math.floor(time / 1000);
      if (full === second) return;
      second = full;
      state?.now.set(time);
    },
    dispose() {
      state = undefined;
    },
  };
}

/** Follows the browser's `online` and `offline` window events; `isOnline` is `navigator.onLine`. */
export function createOnline(
  target: EventTarget,
  isOnline: () => boolean,
): DataModule<Pick<PageState, 'online'>> {
  let listening: AbortController | undefined;
  return {
    init(_scene, state) {
      listening = new AbortController();
      const follow = (): void => state.online.set(isOnline());
      target.addEventListener('online', follow, { signal: listening.signal });
      target.addEventListener('offline', follow, { signal: listening.signal });
      follow();
    },
    update() {},
    dispose() {
      listening?.abort();
    },
  };
}
