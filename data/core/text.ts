/** The text with a capital at the beginning. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first `max` characters; one fewer if the last one would be half of a surrogate pair. */
export const cutText = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/**
 * A text from outside as one line. Line ends and other control characters become spaces. Bidi controls and
 * lone surrogates are removed, because they change the display of the text around them. Invisible characters
 * are removed, because with one of them a name could look like the name of another visitor. Joiners are kept
 * between letters of scripts that need them, and in emoji.
 */
export const cleanLine = (dirty: string): string =>
  dirty
    .replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\p{Cs}]/gu, '')
    .replace(/[\u200c\u200d]+(?=[ -\u024f\u0370-\u052f]|$)/g, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();

/**
 * The text up to the last space or line end before `max`; up to `max` if there is none near it. A surrogate
 * pair is not split.
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = Math.max(text.lastIndexOf(' ', max), text.lastIndexOf('\n', max));
  return space > max * 0.8 ? text.slice(0, space) : cutText(text, max);
}

/** A home's name for file names: lower-case letters and digits of any script, joined by hyphens. */
export function fileSlug(appName: string): string {
  const slug = appName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'home';
}

/** The text of a thrown value. It does not throw if reading that text throws. */
export function errorMessage(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'it threw something that has no text';
  }
}

/** A cause as a sentence. A host name at the beginning stays in lower case. */
export function sentence(cause: string): string {
  const first = cause.split(' ', 1)[0] ?? '';
  const text = /[.:]/.test(first) ? cause : cause.slice(0, 1).toUpperCase() + cause.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// Bidi embeddings, overrides and isolates: with one of these, `gpj.exe` can look like `exe.jpg`.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text without characters that change the direction of the text after them. Right-to-left scripts do not
 * need these characters. Call it for all texts from outside.
 */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');
