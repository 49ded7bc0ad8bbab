/** The innermost focused element, through shadow roots; undefined if it is the page itself. */
export function focusedNow(): HTMLElement | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}
