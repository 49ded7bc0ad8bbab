/** Texts from outside, made safe for HTML, XML, the terminal and JSON. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text, and attributes in quotes, for HTML and XML. */
const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Escapes text for HTML. Control characters become spaces. */
export const escapeHtml = (text: string): string => escapeMarkup(text.replaceAll(/\p{Cc}+/gu, ' '));

/**
 * Removes the characters that XML 1.0 does not allow, not even as references, for example control characters.
 */
export const withoutXmlControls = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

export const escapeXml = (text: string): string => escapeMarkup(withoutXmlControls(text));

/**
 * A text for the terminal. Removes the characters with which a text from outside could change the terminal's
 * colours, cursor or title, or the direction of the line. Tabs and line ends stay.
 */
export const terminalText = (untrusted: string): string =>
  untrusted.replaceAll(/(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/** Prints a line to the terminal, without what could control it. */
export const printLine = (line: string): void => void process.stdout.write(`${terminalText(line)}\n`);

/** JSON without the characters that `terminalText` removes: they are escaped, so that no text is changed. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
