/** Finds colour literals in text, for the lint rule (scripts) and for `ci/limits.ts` (pages). */

const HEX = '#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\\w-])';
/**
 * A colour function with numbers. `rgb(from var(--hw-accent) …)` and `rgb(${…})` do not match, because they
 * use theme colours.
 */
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.+-][^)]*\)?/gi;
const WHOLE_HEX = new RegExp(`^${HEX}$`);
const VALUE_HEX = new RegExp(HEX, 'g');

/** A presentation attribute in markup. */
const ATTRIBUTE_HEX = new RegExp(
  `\\b(?:fill|stroke|stop-color|flood-color|color|bgcolor)\\s*=\\s*["']?(${HEX})`,
  'gi',
);

/** Finds the colours in a string, which may be one colour, markup or CSS. */
export function coloursInString(text: string): string[] {
  const trimmed = text.trim();
  if (WHOLE_HEX.test(trimmed)) return [trimmed];
  const attributes = [...text.matchAll(ATTRIBUTE_HEX)].map(([, colour = '']) => colour);
  return [...(text.match(FUNCTION) ?? []), ...attributes, ...coloursInDeclarations(text, false)];
}

/**
 * Finds the colours in CSS. Only values are searched, because the selectors in `#abc { … }` and
 * `a:hover #fed { … }` contain no colour. `isCss` is false for text that may not be CSS. Then only the values
 * of colour properties count, because in `see: #123` the value is an issue number.
 */
export function coloursInDeclarations(css: string, isCss = true): string[] {
  const found: string[] = [];
  for (const part of css.matchAll(/([^{};]*)([{};]|$)/g)) {
    const [, piece = '', end = ''] = part;
    if (end === '{') continue;
    const colon = piece.indexOf(':');
    if (colon < 0) continue;
    if (
      !isCss &&
      !/(?:colou?r|background|border[\w-]*|outline[\w-]*|fill|stroke|shadow|--[\w-]+)\s*$/i.test(
        piece.slice(0, colon),
      )
    )
      continue;
    found.push(...(piece.slice(colon).match(VALUE_HEX) ?? []));
  }
  return found;
}

/**
 * Finds the colours in a page: in style elements, style attributes, presentation attributes and theme-color.
 */
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
