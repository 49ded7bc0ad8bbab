import { isTyping, isWithin } from '../../data/view/shortcuts.ts';

/** The innermost focused element, through shadow roots; undefined if only `body` has the focus. */
export function focusedNow(): HTMLElement | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}

/**
 * Runs an update of an element. A focused node that it moves loses the focus, and gets it back. Instead of one that it
 * removes, `next` gets it.
 */
export function keepingFocus(update: () => void, next?: () => HTMLElement | null | undefined | void): void {
  const focused = focusedNow();
  update();
  if (focused && !focusedNow()) (focused.isConnected ? focused : next?.())?.focus({ preventScroll: true });
}

const FIELDS = 'input:not([type="range"], [type="checkbox"]), textarea';

/** Whether the visitor writes in a field. */
export const isWriting = (): boolean => focusedNow()?.matches(FIELDS) === true;

/**
 * Focuses a newly opened element, unless the visitor is writing elsewhere: the file of the element may have
 * loaded so late that the visitor has begun to write.
 */
export function offerFocus(opened: HTMLElement | null | undefined): void {
  if (!isWriting()) opened?.focus({ preventScroll: true });
}

const PRESSABLE = 'a[href], button, summary, label, [role="button"]';

/** Whether Enter already has a meaning for the target of the event. */
export const hasOwnEnter = (event: Event): boolean => isTyping(event) || isWithin(event, PRESSABLE);
