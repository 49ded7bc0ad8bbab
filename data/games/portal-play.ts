import type { PortalRecord } from '../readings/records.ts';
import type { WorldState } from '../world-state.ts';
import type { GamesState } from './games-state.ts';
import { type PlayRecord, isOver } from './play-record.ts';

/** Whether the resident plays the world behind a portal: it names no address that a visitor could enter. */
export const isPlayed = ({ portal_type, destination }: PortalRecord): boolean =>
  portal_type === 'game-world' && destination.url === undefined;

/** The play at a portal: the one that runs, else the last that the home tells of. */
export const portalPlayOf = ({ games }: GamesState, portal: string): PlayRecord | undefined => {
  const here = games.plays.get().filter((play) => play.portal === portal);
  return here.findLast((play) => !isOver(play)) ?? here.at(-1);
};

/**
 * The portal whose play the page shows beside the picture: the one before which the visitor stands, and for the
 * owner one whose play waits for them.
 */
export function shownPortal(state: GamesState & Pick<WorldState, 'world'>): string | undefined {
  const standing = state.world.standing.get();
  if (standing?.kind === 'portal' && portalPlayOf(state, standing.id)) return standing.id;
  if (state.games.owner.get() !== 'owner') return undefined;
  return state.games.plays.get().find((play) => play.request !== undefined && !isOver(play))?.portal;
}
