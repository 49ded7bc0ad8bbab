/**
 * Limits of the bridge's protocol. They are not in the file of its schemas, because the page's first script
 * needs only these values, and not the library of the schemas.
 */

/** A larger frame closes the connection (1009). */
export const MAX_FRAME_BYTES = 65_536;
/** The maximum length of a visitor's chat message. Characters. */
export const MAX_CHAT_CHARACTERS = 8_000;
/** The maximum length of the arguments or the result of a tool call. Characters. */
export const MAX_STEP_DETAIL_CHARACTERS = 2_000;
/** The id of a play: its start in UTC, and the portal. `20261122-221500-bannerlord`. */
export const PLAY_ID = /^\d{8}-\d{6}-[\w-]{1,60}$/;
