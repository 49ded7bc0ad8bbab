/**
 * Defines an element unless its name is taken: if a page loads the widgets of two homes, both use the first
 * definition.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
