import type { PortalRecord } from '../readings/records.ts';
import type { WorldState } from '../world-state.ts';
import type { GamesState } from './games-state.ts';
import { type PlayRecord, isOver } from './play-record.ts';

/** Whether the resident plays the game of a portal: then the portal has no URL that a visitor could enter. */
export const isPlayed = ({ portal_type, destination }: PortalRecord): boolean =>
  portal_type === 'game-world' && destination.url === undefined;

/** The play at a portal: the running one, otherwise the last one that the home has sent. */
export const portalPlayOf = ({ games }: GamesState, portal: string): PlayRecord | undefined => {
  const here = games.plays.get().filter((play) => play.portal === portal);
  return here.findLast((play) => !isOver(play)) ?? here.at(-1);
};

/**
 * The portal whose play the page shows on a card: the one in front of the visitor, or for the owner one whose
 * play waits for a decision.
 */
export function shownPortal(state: GamesState & Pick<WorldState, 'world'>): string | undefined {
  const standing = state.world.standing.get();
  if (standing?.kind === 'portal' && portalPlayOf(state, standing.id)) return standing.id;
  if (state.games.owner.get() !== 'owner') return undefined;
  return state.games.plays.get().find((play) => play.request !== undefined && !isOver(play))?.portal;
}
