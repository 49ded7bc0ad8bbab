import type { ViewState } from '../view/view-state.ts';
import type { GamesState } from './games-state.ts';

/** Opens the film strip with a play, or with the list of all plays. */
export function openFilm({ games, panels }: GamesState & Pick<ViewState, 'panels'>, play?: string): void {
  games.strip.set(play);
  panels.plays.set(true);
}
