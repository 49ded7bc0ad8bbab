/** The kinds of Nostr events that the feed requests from relays (specification 6.2). */
export const NOTE_KIND = 1;
/** A reaction (NIP-25). */
export const REACTION_KIND = 7;
/** The receipt of a zap (NIP-57). */
export const ZAP_KIND = 9735;
