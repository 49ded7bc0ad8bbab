import type { Derived } from '../derived.ts';
import { currentValue } from '../readings/reading.ts';
import type { Portal, PortalRecord } from '../readings/records.ts';
import type { ViewState } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { GamesState } from './games-state.ts';
import { type PlayRecord, isOver } from './play-record.ts';

/** Whether the resident plays the game of a portal: then the portal has no URL that a visitor could enter. */
export const isPlayed = ({ portal_type, destination }: PortalRecord): boolean =>
  portal_type === 'game-world' && destination.url === undefined;

/** The play at a portal: the running play, otherwise the last play that the home has sent. */
export const portalPlayOf = ({ games }: GamesState, portal: string): PlayRecord | undefined => {
  const here = games.plays.get().filter((play) => play.portal === portal);
  return here.findLast((play) => !isOver(play)) ?? here.at(-1);
};

/** The part of the state that the card of a portal needs. */
type CardHost = GamesState & Pick<WorldState, 'world'> & { readonly derived: Pick<Derived, 'portals'> };

export const portalOf = ({ derived }: CardHost, id: string): Portal | undefined =>
  currentValue(derived.portals.get())?.find(({ record }) => record.id === id);

/** Whether a portal is closed to this visitor and open for the owner. */
function needsOwner(state: CardHost, id: string): boolean {
  const entrance = portalOf(state, id)?.entrance;
  return entrance?.open === false && entrance.needsOwner === true;
}

/**
 * The portal that the page shows on a card: the portal in front of the visitor, if it has a play or only the
 * owner may enter it. Otherwise the owner sees a portal with a play that waits for a decision.
 */
export function shownPortal(state: CardHost): string | undefined {
  const standing = state.world.standing.get();
  if (standing?.kind === 'portal' && (portalPlayOf(state, standing.id) || needsOwner(state, standing.id)))
    return standing.id;
  if (state.games.owner.get() !== 'owner') return undefined;
  return state.games.plays.get().find((play) => play.request !== undefined && !isOver(play))?.portal;
}

/** Opens the film strip with a play, or with the list of all plays. */
export function openFilm({ games, panels }: GamesState & Pick<ViewState, 'panels'>, play?: string): void {
  games.strip.set(play);
  panels.plays.set(true);
}
