/** Characters of a message that are shown before “Show all”. */
export const COLLAPSED_CHARACTERS = 4_000;
/** Longer messages are shown as plain text: formatting them could block the page. */
export const MARKDOWN_CHARACTERS = 20_000;

// Embeddings, overrides and isolates: a text with one of these can make `gpj.exe` read as
// `exe.jpg`.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text without the characters that change the direction of what follows. Right-to-left scripts
 * need none of them. For every text that comes from outside.
 */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
