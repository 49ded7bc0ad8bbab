/**
 * Whether the page is light or dark behind an element. It is found from the text colour, so that it is also
 * right with a picture or a gradient as the background. Undefined if the colour is not `rgb()`: then the
 * page's `color-scheme` decides.
 */
export function schemeAround(element: Element): 'light' | 'dark' | undefined {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element).color) ?? [];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, part) => sum + Number(part), 0) > 382 ? 'dark' : 'light';
}
