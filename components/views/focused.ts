import type { ReactiveControllerHost } from 'lit';

/** Innermost focused element, through shadow roots. */
export function focusedNow(): HTMLElement | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}

/** While the element is in the page it may have the focus; going, it gives it back where it was before. Whoever went elsewhere meanwhile stays there. */
export function returnFocus(host: ReactiveControllerHost): void {
  let before: HTMLElement | undefined;
  host.addController({
    hostConnected() {
      before = focusedNow();
    },
    hostDisconnected() {
      if (before?.isConnected && !focusedNow()) before.focus({ preventScroll: true });
      before = undefined;
    },
  });
}
