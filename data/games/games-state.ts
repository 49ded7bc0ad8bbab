import { type Signal, signal } from '../core/signal.ts';
import type { PlayRecord } from './play-record.ts';

export interface GamesState {
  readonly games: {
    /** The plays that run, and those that ended within the hour. */
    readonly plays: Signal<readonly PlayRecord[]>;
    /** The play that the film strip shows; undefined for the list of all plays. */
    readonly strip: Signal<string | undefined>;
  };
}

export const createGamesState = (): GamesState => ({
  games: { plays: signal<readonly PlayRecord[]>([]), strip: signal<string | undefined>(undefined) },
});
