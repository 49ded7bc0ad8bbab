/**
 * Whether the page is dark where an element is: then its text is light. That holds for pictures and
 * gradients behind the element too. Undefined for a colour that is not written as `rgb()`; the page's
 * `color-scheme` then decides.
 */
export function schemeAround(element: Element): 'light' | 'dark' | undefined {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element).color) ?? [];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, part) => sum + Number(part), 0) > 382 ? 'dark' : 'light';
}
