import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { CODE_HOST_READINGS } from '../../../data/apps/sources.ts';
import type { PlayFrame } from '../../../data/games/play-frames.ts';
import type { PresenceServerFrame } from '../../../data/presence/protocol.ts';
import type { HomePart } from '../../config/access.ts';
import type { AnyFrame } from './client-frames.ts';

/** The part of the home to which a frame belongs; `always` if strangers get the frame in any case. */
const frameParts: Readonly<
  Record<(ServerFrame | PresenceServerFrame | PlayFrame)['type'], HomePart | 'always'>
> = {
  welcome: 'always',
  resident: 'always',
  error: 'always',
  ping: 'always',
  pong: 'always',
  // `seenUpdate` filters the readings of this frame.
  'status-update': 'always',
  'chat-message': 'chat',
  'chat-delta': 'chat',
  'chat-step': 'chat',
  'world-action': 'chat',
  activity: 'activity',
  'milestone-complete': 'merged',
  'pr-notification': 'merged',
  'player-joined': 'visitors',
  'player-left': 'visitors',
  players: 'visitors',
  player: 'visitors',
  'player-emote': 'visitors',
  'player-chat': 'visitors',
  'player-report': 'visitors',
  play: 'plays',
};

/** The part of the home that a stranger must see to send a frame. */
const sentParts: Readonly<Partial<Record<AnyFrame['type'], HomePart>>> = {
  chat: 'chat',
  stop: 'chat',
  position: 'visitors',
  presence: 'visitors',
  emote: 'visitors',
  'player-chat': 'visitors',
  'player-report': 'visitors',
};

/** The part of the home to which an announced reading belongs; undefined if it is not for strangers. */
const announcedPart = (reading: unknown): HomePart | undefined => {
  const name = [...CODE_HOST_READINGS, 'sessions' as const].find((one) => one === reading);
  return name === 'openWork' ? 'open-work' : name;
};

/** A status update with the readings that a stranger sees; undefined without any. */
function seenUpdate(text: string, visitorsSee: readonly HomePart[]): string | undefined {
  const { detail, ...frame } = JSON.parse(text) as { detail: { readings?: readonly unknown[] } };
  const readings = detail.readings?.filter((reading) => {
    const part = announcedPart(reading);
    return part !== undefined && visitorsSee.includes(part);
  });
  return readings?.length ? JSON.stringify({ ...frame, detail: { ...detail, readings } }) : undefined;
}

/**
 * What a stranger gets of a frame, as JSON text; undefined if nothing. Strangers get no frames of an unknown
 * type.
 */
export function frameForStranger(
  type: string,
  text: string,
  visitorsSee: readonly HomePart[],
): string | undefined {
  if (type === 'status-update') return seenUpdate(text, visitorsSee);
  const part = (frameParts as Readonly<Record<string, HomePart | 'always'>>)[type];
  return part === 'always' || (part !== undefined && visitorsSee.includes(part)) ? text : undefined;
}

/** Whether a stranger may send a frame of this type. */
export function strangerMaySend(type: AnyFrame['type'], visitorsSee: readonly HomePart[]): boolean {
  const part = sentParts[type];
  return part === undefined || visitorsSee.includes(part);
}
