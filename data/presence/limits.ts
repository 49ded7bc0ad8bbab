import { MAX_VISITOR_NAME } from '../config/settings/settings.ts';

/**
 * Limits of the frames about other visitors, apart from their schemas: a page needs some of these
 * numbers before it loads the schemas.
 */

/** The home sends a visitor the positions of the others at most this often. Milliseconds. */
export const PLAYERS_EVERY_MS = 100;
/** A page sends its position at most this often, and only while it changes. Milliseconds. */
export const POSITION_EVERY_MS = 100;
/** Players that a visitor's page draws at most; the others are counted. */
export const MAX_NAMED_PLAYERS = 50;
/** Characters of the name that a visitor may choose. */
export const MAX_PLAYER_NAME_CHARACTERS = MAX_VISITOR_NAME;
/** Characters of one chat line between visitors, and of the reason of a report. */
export const MAX_PLAYER_TEXT_CHARACTERS = 200;
/** A position is at most this far from the middle of the world, on the ground. Metres; the island ends at 34. */
export const MAX_DISTANCE_METRES = 64;
/** Heights that a position may have: under the ground a light would see and read without being seen. Metres. */
export const HEIGHT_METRES = { min: 0, max: 64 } as const;
/** Players nearer than this are sent with every tick. Metres. */
export const NEAR_METRES = 12;
/** Visitors read each other's chat within this distance. Metres. */
export const CHAT_RANGE_METRES = 15;
/** Emotes of a visitor: a small burst, then one a second. */
export const EMOTE_RATE = { burst: 2, perSecond: 1 } as const;
/** Name changes of a visitor. */
export const NAME_RATE = { burst: 5, perSecond: 0.2 } as const;
/** Chat lines of a visitor to the others. */
export const PLAYER_CHAT_RATE = { burst: 5, perSecond: 0.25 } as const;
/** Reports of a visitor to the owner. */
export const REPORT_RATE = { burst: 3, perSecond: 1 / 60 } as const;

export const emotes = ['wave', 'heart', 'spark', 'cheer'] as const;
export type Emote = (typeof emotes)[number];
