/** One resume sends as many of the newest messages as fit into both limits. */
export const MAX_HISTORY_BYTES = 512 * 1024;
export const MAX_HISTORY_MESSAGES = 1_000;
/**
 * Bytes of one session; beyond them its oldest messages are deleted. More than one resume sends, so
 * that no message is deleted that a page still shows.
 */
export const MAX_SESSION_BYTES = 2 * 1024 * 1024;
/** A session without messages is deleted after a day, or sooner where there are too many of them. */
export const MAX_EMPTY_SESSION_AGE_MS = 24 * 60 * 60 * 1000;
export const MAX_EMPTY_SESSIONS = 50_000;
/** Bytes of all conversations, unless the owner chooses another figure (`--max-store`). */
export const DEFAULT_STORE_BYTES = 500_000_000;
/** What a session keeps of its bytes when room is made in it. */
export const KEPT_SHARE = 0.75;
