/**
 * Defines an element unless its name is taken: a page may load the widgets of two homes, and the
 * first definition serves both.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
