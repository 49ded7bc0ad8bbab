import { type Signal, signal } from './signal.ts';

/** The page itself: where and when it was opened, and what holds for all of it. */
export interface PageState {
  /** Where this home is served, with a trailing slash: every relative file is resolved against it. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly sessionStart: number;
  /** Milliseconds since the epoch, set once a second: ages are computed from it. */
  readonly now: Signal<number>;
  /** Whether the browser has a network. */
  readonly online: Signal<boolean>;
  /** The home serves another build than the one this page began with. */
  readonly newBuild: Signal<boolean>;
  /** Parts of the page that could not be loaded, as a notice names them. */
  readonly missingParts: Signal<readonly string[]>;
}

export const createPageState = (base: string, startedAt: number): PageState => ({
  base,
  sessionStart: startedAt,
  now: signal(startedAt),
  online: signal(true),
  newBuild: signal(false),
  missingParts: signal<readonly string[]>([]),
});
