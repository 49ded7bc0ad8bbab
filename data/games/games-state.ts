import { type Signal, signal } from '@lit-labs/signals';
import type { PlayRecord } from './play-record.ts';

/**
 * Who uses this browser: not known yet; `none` if this home has no sign-in for owners; a visitor; or the
 * owner.
 */
export type OwnerStatus = 'unknown' | 'none' | 'visitor' | 'owner';

export interface GamesState {
  readonly games: {
    /** The plays that run, and those that ended within the hour. */
    readonly plays: Signal.State<readonly PlayRecord[]>;
    /** The play that the film strip shows; undefined for the list of all plays. */
    readonly strip: Signal.State<string | undefined>;
    /** Whether the owner is signed in, in this browser. */
    readonly owner: Signal.State<OwnerStatus>;
    /** Why the last order or sign-in failed; empty when it succeeded. */
    readonly problem: Signal.State<string>;
  };
}

export const createGamesState = (): GamesState => ({
  games: {
    plays: signal<readonly PlayRecord[]>([]),
    strip: signal<string | undefined>(undefined),
    owner: signal<OwnerStatus>('unknown'),
    problem: signal(''),
  },
});
