const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';

/** Whether a key event belongs to somebody who writes, also inside an element's shadow. Shortcuts leave those alone. */
export function isTyping(event: Event): boolean {
  for (const target of event.composedPath()) {
    if (target instanceof Element && target.matches(FIELDS)) return true;
  }
  return false;
}

/** A plain key: nobody writes, and the browser's or the system's own shortcuts are not meant. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !isTyping(event);

const SCROLLED =
  '.scroll, [role="slider"], [role="listbox"], [role="menu"], [role="radiogroup"], [role="tablist"], [role="dialog"], summary';

/** Whether arrow and page keys mean something where they were pressed: in a field, a list, or a text that scrolls. */
export const usesArrows = (event: Event): boolean =>
  isTyping(event) ||
  event.composedPath().some((target) => target instanceof Element && target.matches(SCROLLED));
