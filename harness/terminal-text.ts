/**
 * A text for the terminal: without the characters with which a text from outside could colour, move or
 * rename the terminal, or change the direction of the line. Tabs and line ends stay.
 */
export const terminalText = (untrusted: string): string =>
  untrusted.replaceAll(/(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
