/**
 * Limits of the bridge's protocol, apart from its schemas: the page's first script needs the
 * numbers, and the schemas would bring their library along.
 */

/** A larger frame closes the connection (1009). */
export const MAX_FRAME_BYTES = 65_536;
/** Characters of one chat message from a visitor. */
export const MAX_CHAT_CHARACTERS = 8_000;
/** Characters of the arguments or the result of one tool call. */
export const MAX_STEP_DETAIL_CHARACTERS = 2_000;
