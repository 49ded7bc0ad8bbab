/**
 * Limits of the bridge's protocol. They are not in the files of its schemas, because a page needs some of
 * these values before it loads the library of the schemas.
 */

/** A larger frame closes the connection (1009). */
export const MAX_FRAME_BYTES = 65_536;
/** The maximum length of a visitor's chat message. Characters. */
export const MAX_CHAT_CHARACTERS = 8_000;
/** The maximum length of the arguments or the result of a tool call. Characters. */
export const MAX_STEP_DETAIL_CHARACTERS = 2_000;
/** The id of a play: its start in UTC, and the portal. `20261122-221500-bannerlord`. */
export const PLAY_ID = /^\d{8}-\d{6}-[\w-]{1,60}$/;

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
