/** The number of characters of a message that are shown before “Show all”. */
export const COLLAPSED_CHARACTERS = 4_000;
/** Longer messages are shown as plain text, because formatting them could block the page. */
export const MARKDOWN_CHARACTERS = 20_000;

// Bidi embeddings, overrides and isolates: with one of these, `gpj.exe` can look like `exe.jpg`.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text without characters that change the direction of the text after them. Right-to-left scripts do not
 * need these characters. Call it for all texts from outside.
 */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
