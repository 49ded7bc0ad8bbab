/** Watches a node of a page, as a screen reader does. The function returns what has changed since its last call. */
export function changesOf(node: Node): () => MutationRecord[] {
  const records: MutationRecord[] = [];
  new MutationObserver((more) => records.push(...more)).observe(node, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return () => records.splice(0);
}
