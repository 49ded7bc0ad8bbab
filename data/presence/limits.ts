/**
 * Limits of the frames about other visitors. They are separate from the schemas, because a page needs some of
 * them before it loads the schemas.
 */

/** The home sends a visitor the positions of the others at most this often. Milliseconds. */
export const PLAYERS_EVERY_MS = 100;
/** A page sends its position at most this often, and only while it changes. Milliseconds. */
export const POSITION_EVERY_MS = 100;
/** The maximum number of players that a page draws; the others are only counted. */
export const MAX_NAMED_PLAYERS = 50;
/** The maximum length of a chat line between visitors, and of the reason of a report. Characters. */
export const MAX_PLAYER_TEXT_CHARACTERS = 200;
/** The maximum absolute value of the x and z coordinates of a position. Metres; the island ends at 34. */
export const MAX_DISTANCE_METRES = 64;
/**
 * The range of a position's height. Below the ground, a light could see and read without being seen. Metres.
 */
export const HEIGHT_METRES = { min: 0, max: 64 } as const;
/** Players nearer than this are sent with every tick. Metres. */
export const NEAR_METRES = 12;
/** Visitors read each other's chat within this distance. Metres. */
export const CHAT_RANGE_METRES = 15;
/** The rate limit for a visitor's emotes: two at once, then one a second. */
export const EMOTE_RATE = { burst: 2, perSecond: 1 } as const;
/** The rate limit for a visitor's name changes. */
export const NAME_RATE = { burst: 5, perSecond: 0.2 } as const;
/** The rate limit for a visitor's chat lines to other visitors. */
export const PLAYER_CHAT_RATE = { burst: 5, perSecond: 0.25 } as const;
/** The rate limit for a visitor's reports to the owner. */
export const REPORT_RATE = { burst: 3, perSecond: 1 / 60 } as const;

export const emotes = ['wave', 'heart', 'spark', 'cheer'] as const;
export type Emote = (typeof emotes)[number];
