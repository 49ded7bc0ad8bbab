/** The id of a play: its start in UTC, and the portal. `20261122-221500-bannerlord`. */
export const PLAY_ID = /^\d{8}-\d{6}-[\w-]{1,60}$/;
