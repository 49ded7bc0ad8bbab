type Root = Document | Element | ShadowRoot;

/** Only documents and elements have the live collection, which knows its length without a search. */
const has = (root: Root, tag: string): boolean =>
  'getElementsByTagName' in root ? root.getElementsByTagName(tag).length > 0 : !!root.querySelector(tag);

/**
 * Makes a function that looks for tags in a root, and if `isDeep` in the open shadow roots that are in it
 * then. The definition of each element is loaded when its tag is first in one of them, now or later.
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
        // The element keeps its own children; the next change of the page tries again. If it was the last
        // tag that was missing, the roots are not watched any more.
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
