import { MAX_VISITOR_NAME } from '../config/settings/settings.ts';

/**
 * Limits of the frames about other visitors, apart from their schemas: a page needs some of these
 * numbers before it loads the schemas.
 */

/** The home tells a visitor at most this often where the others are. Milliseconds. */
export const PLAYERS_EVERY_MS = 100;
/** A page sends its position at most this often, and only while it changes. Milliseconds. */
export const POSITION_EVERY_MS = 100;
/** Players that a visitor's page draws at most; the others are counted. */
export const MAX_NAMED_PLAYERS = 50;
/** Characters of the name that a visitor may choose. */
export const MAX_PLAYER_NAME_CHARACTERS = MAX_VISITOR_NAME;
/** Characters of what one visitor says to the others, and of the reason of a report. */
export const MAX_PLAYER_TEXT_CHARACTERS = 200;
/** A position is at most this far from the middle of the world, on the ground. Metres; the island ends at 34. */
export const MAX_DISTANCE_METRES = 64;
/** How deep below the island and how high above it a position may be. Metres. */
export const HEIGHT_METRES = { min: -16, max: 64 } as const;
/** Players nearer than this are told of at every opportunity. Metres. */
export const NEAR_METRES = 12;
/** Visitors hear each other within this distance. Metres. */
export const EARSHOT_METRES = 15;
/** What a visitor may do with their light: a small burst, then one a second. */
export const EMOTE_RATE = { burst: 2, perSecond: 1 } as const;
/** Names that a visitor may take. */
export const NAME_RATE = { burst: 5, perSecond: 0.2 } as const;
/** What a visitor may say to the others. */
export const PLAYER_CHAT_RATE = { burst: 5, perSecond: 0.25 } as const;
/** What a visitor may report to the owner. */
export const REPORT_RATE = { burst: 3, perSecond: 1 / 60 } as const;

export const emotes = ['wave', 'heart', 'spark', 'cheer'] as const;
export type Emote = (typeof emotes)[number];
