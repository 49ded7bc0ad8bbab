import { type Signal, signal } from '@lit-labs/signals';
import type { DataModule } from './module.ts';

/** The page: its URL, when it was opened, and states of the whole page. */
export interface PageState {
  /** Where this home is served, with a trailing slash: the base of all relative URLs. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly sessionStart: number;
  /** Milliseconds since the epoch, updated once a second, for ages. */
  readonly now: Signal.State<number>;
  /** Whether the browser has a network. */
  readonly online: Signal.State<boolean>;
  /** Whether the home answers; not known while the browser has no network. */
  readonly homeAnswers: Signal.State<boolean>;
  /** Whether the home serves another build than that of this page. */
  readonly newBuild: Signal.State<boolean>;
  /** The names of parts of the page that failed to load, for a notice. */
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

/** Updates `state.now` once a second, on the full second. `now` in milliseconds since the epoch. */
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

/** Follows the window's `online` and `offline` events; `isOnline` is `navigator.onLine`. */
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
