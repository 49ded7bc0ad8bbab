import { isTyping, isWithin } from '../../data/core/typing-target.ts';

/** The innermost focused element, through shadow roots; undefined if it is the page itself. */
export function focusedNow(): HTMLElement | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}

const FIELDS = 'input:not([type="range"], [type="checkbox"]), textarea';

/** Whether the visitor writes in a field. */
export const isWriting = (): boolean => focusedNow()?.matches(FIELDS) === true;

/** Focuses what has opened, unless the visitor writes elsewhere by now: its file may have come late. */
export function offerFocus(opened: HTMLElement | null | undefined): void {
  if (!isWriting()) opened?.focus({ preventScroll: true });
}

const PRESSABLE = 'a[href], button, summary, label, [role="button"]';

/** Whether Enter already means something where it was pressed. */
export const hasOwnEnter = (event: Event): boolean => isTyping(event) || isWithin(event, PRESSABLE);
