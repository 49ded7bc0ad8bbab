/** Finds colour literals in text. Pure functions, shared by the lint rule (scripts) and the page check (HTML). */

const HEX = '#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\\w-])';
/** A colour function with a figure in it; `rgb(from var(--hw-accent) …)` and `rgb(${…})` carry the theme's. */
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.+-][^)]*\)?/gi;
const WHOLE_HEX = new RegExp(`^${HEX}$`);
const VALUE_HEX = new RegExp(HEX, 'g');

/** A presentation attribute inside markup that a script or a server writes. */
const ATTRIBUTE_HEX = new RegExp(
  `\\b(?:fill|stroke|stop-color|flood-color|color|bgcolor)\\s*=\\s*["']?(${HEX})`,
  'gi',
);

/** Colours of a string that is one value, as in `'#4488ff'` or `'rgb(1, 2, 3)'`. */
export function coloursInString(text: string): string[] {
  const trimmed = text.trim();
  if (WHOLE_HEX.test(trimmed)) return [trimmed];
  const attributes = [...text.matchAll(ATTRIBUTE_HEX)].map(([, colour = '']) => colour);
  return [...(text.match(FUNCTION) ?? []), ...attributes, ...coloursInDeclarations(text, false)];
}

/**
 * Colours in CSS: only in values, so that `#abc { … }` and `a:hover #fed { … }` stay selectors and `&#160;` an entity.
 * `bare` is for text known to be CSS, where the end of the text ends a declaration.
 */
export function coloursInDeclarations(css: string, bare = true): string[] {
  const found: string[] = [];
  for (const part of css.matchAll(/([^{};]*)([{};]|$)/g)) {
    const [, piece = '', end = ''] = part;
    if (end === '{') continue;
    const colon = piece.indexOf(':');
    if (colon < 0) continue;
    // Outside CSS a colon is punctuation, and `see: #123` an issue: there the name before it has to be a property's.
    if (
      !bare &&
      !/(?:colou?r|background|border[\w-]*|outline[\w-]*|fill|stroke|shadow|--[\w-]+)\s*$/i.test(
        piece.slice(0, colon),
      )
    )
      continue;
    found.push(...(piece.slice(colon).match(VALUE_HEX) ?? []));
  }
  return found;
}

/** Colours in a whole page: style elements and attributes, presentation attributes, the theme-color. */
export function coloursInPage(html: string): string[] {
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, css = '']) => css);
  const attributes = [
    ...html.matchAll(
      /\b(style|fill|stroke|stop-color|color|bgcolor|content)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
    ),
  ].map(([, name = '', double, single]) => ({ name: name.toLowerCase(), value: double ?? single ?? '' }));
  return [
    ...styles.flatMap((css) => [...coloursInDeclarations(css), ...(css.match(FUNCTION) ?? [])]),
    ...attributes.flatMap(({ name, value }) =>
      name === 'style'
        ? [...coloursInDeclarations(value), ...(value.match(FUNCTION) ?? [])]
        : coloursInString(value),
    ),
  ];
}
