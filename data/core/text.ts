/** With a capital at its beginning; the rest as it is. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first `max` characters; one fewer if the last would be half a surrogate pair. */
export const cutText = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/**
 * The text up to the last space or line end before `max`, or up to `max` where there is none near
 * it; never cut inside a surrogate pair.
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

/** The text of a thrown value, also if reading its text throws. */
export function errorMessage(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'it threw something that has no text';
  }
}
