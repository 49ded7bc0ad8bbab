import type { PlayFrame, PlayOrderFrame } from '../../../data/games/play-frames.ts';
import { errorFrame, type Peer } from '../sockets/peer.ts';
import type { CurrentPlays } from './current-plays.ts';

const NOT_OWNER = 'Only the owner of this home decides about a play.';

/** Handles a report of a player, or an order of the owner to one; a refusal names the play. */
export function handlePlayFrame(plays: CurrentPlays, peer: Peer, frame: PlayFrame | PlayOrderFrame): void {
  if (peer.role === undefined) return peer.send(errorFrame('no-session', 'Say hello first.'));
  if (frame.type === 'play') {
    const refusal = plays.report(peer, frame.play);
    if (refusal !== undefined) peer.send(errorFrame('refused', refusal, frame.play.id));
    return;
  }
  if (!peer.isOwner()) return peer.send(errorFrame('unauthorized', NOT_OWNER, frame.play));
  const refusal = plays.order(frame, 'page');
  if (refusal !== undefined) peer.send(errorFrame('refused', refusal, frame.play));
}
