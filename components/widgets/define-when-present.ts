/**
 * Loads the definition of each element when its tag is first in the document, now or later. Returns
 * the function that stops this.
 */
export function defineWhenPresent(
  root: Document,
  definitions: Readonly<Record<string, () => Promise<unknown>>>,
): () => void {
  const missing = new Map(Object.entries(definitions));
  const look = (): void => {
    for (const [tag, load] of missing) {
      if (root.getElementsByTagName(tag).length === 0) continue;
      missing.delete(tag);
      load().catch((error: unknown) => {
        // The element keeps its own children; the next change of the page tries again.
        missing.set(tag, load);
        console.warn(`<${tag}> could not be loaded`, error);
      });
    }
    if (missing.size === 0) observer.disconnect();
  };
  // A live collection knows its length, so a look at every change of a busy page costs next to
  // nothing.
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
