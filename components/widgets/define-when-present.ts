type Root = Document | Element | ShadowRoot;

/**
 * Whether a root has elements with this tag. A document or element has a live `HTMLCollection` of them, which
 * needs no new search; a shadow root has none.
 */
const has = (root: Root, tag: string): boolean =>
  'getElementsByTagName' in root ? root.getElementsByTagName(tag).length > 0 : !!root.querySelector(tag);

/**
 * Creates a function that watches a root for tags, and with `isDeep` also the open shadow roots that are in
 * it at that time. The definition of an element is loaded when its tag first appears in one of these roots.
 */
export function definer(
  definitions: Readonly<Record<string, () => Promise<unknown>>>,
): (root: Root, isDeep?: boolean) => void {
  const missing = new Map(Object.entries(definitions));
  const roots = new Set<Root>();
  const look = (): void => {
    for (const [tag, load] of missing) {
      if (![...roots].some((root) => has(root, tag))) continue;
      missing.delete(tag);
      load().catch((error: unknown) => {
        // The element still shows its own children; the next change of the page tries again. `follow` watches
        // the roots again, because they are not watched when no tag is missing.
        missing.set(tag, load);
        for (const root of roots) follow(root);
        console.warn(`<${tag}> could not be loaded`, error);
      });
    }
    if (missing.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  const follow = (root: Root, isDeep = false): void => {
    roots.add(root);
    observer.observe(root, { childList: true, subtree: true });
    if (!isDeep) return;
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) follow(shadowRoot, true);
  };
  return (root, isDeep) => {
    follow(root, isDeep);
    look();
  };
}

/**
 * Defines an element unless its name is taken: if a page loads the widgets of two homes, both use the first
 * definition.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
