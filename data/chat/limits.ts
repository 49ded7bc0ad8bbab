/**
 * Limits of the bridge's protocol. They are not in the file of its schemas, because the page's first script
 * needs only the numbers, and not the library of the schemas.
 */

/** A larger frame closes the connection (1009). */
export const MAX_FRAME_BYTES = 65_536;
/** The maximum length of a visitor's chat message. Characters. */
export const MAX_CHAT_CHARACTERS = 8_000;
/** The maximum length of the arguments or the result of a tool call. Characters. */
export const MAX_STEP_DETAIL_CHARACTERS = 2_000;
