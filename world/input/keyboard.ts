import { isTyping, isWithin } from '../../data/core/typing-target.ts';

/** A plain key: nobody writes, and the browser's or the system's own shortcuts are not meant. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !isTyping(event);

const SCROLLED =
  '.scroll, [role="slider"], [role="listbox"], [role="menu"], [role="radiogroup"], [role="tablist"], [role="dialog"], summary';

/** Whether arrow and page keys mean something where they were pressed: in a field, a list, or a text that scrolls. */
export const usesArrows = (event: Event): boolean => isTyping(event) || isWithin(event, SCROLLED);
