import { type Signal, signal } from '../core/signal.ts';
import type { PlayRecord } from './play-record.ts';

export interface GamesState {
  readonly games: {
    /** The plays that run, and those that ended within the hour. */
    readonly plays: Signal<readonly PlayRecord[]>;
    /** The film strip: the id of the play it shows, `list` for all plays; undefined while it is closed. */
    readonly strip: Signal<string | undefined>;
  };
}

export const createGamesState = (): GamesState => ({
  games: { plays: signal<readonly PlayRecord[]>([]), strip: signal<string | undefined>(undefined) },
});
