type Root = Document | Element | ShadowRoot;

/**
 * Whether a root has elements with this tag. A document or element has a live `HTMLCollection` of them, which
 * needs no new search; a shadow root has none.
 */
const has = (root: Root, tag: string): boolean =>
  'getElementsByTagName' in root ? root.getElementsByTagName(tag).length > 0 : !!root.querySelector(tag);

/** How long a file that could not be loaded is left alone: the home may be down. Milliseconds. */
export const LOAD_AGAIN_MS = 30_000;

/**
 * Creates a function that watches a root for tags, and with `isDeep` also the open shadow roots that are in
 * it at that time. The definition of an element is loaded when its tag first appears in one of these roots.
 */
export function definer(
  definitions: Readonly<Record<string, () => Promise<unknown>>>,
): (root: Root, isDeep?: boolean) => void {
  const missing = new Map(Object.entries(definitions));
  /** Weak, because a page may remove its shadow roots. */
  const roots = new Set<WeakRef<Root>>();
  const known = (): Root[] =>
    [...roots].flatMap((weak) => {
      const root = weak.deref();
      if (!root) roots.delete(weak);
      return root ?? [];
    });
  const look = (): void => {
    const all = known();
    for (const [tag, load] of missing) {
      if (!all.some((root) => has(root, tag))) continue;
      missing.delete(tag);
      load().catch((error: unknown) => {
        console.warn(`<${tag}> could not be loaded`, error);
        // Until then the element shows its own children.
        setTimeout(() => {
          missing.set(tag, load);
          // The roots are not watched while no tag is missing.
          for (const root of known()) watch(root);
          look();
        }, LOAD_AGAIN_MS);
      });
    }
    if (missing.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  const watch = (root: Root): void => observer.observe(root, { childList: true, subtree: true });
  const follow = (root: Root, isDeep = false): void => {
    if (!known().includes(root)) roots.add(new WeakRef(root));
    watch(root);
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
