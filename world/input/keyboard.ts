import { isTyping, isWithin } from '../../data/view/shortcuts.ts';

/** A plain key: not typed into a field, and no shortcut of the browser or the system. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !isTyping(event);

const SCROLLED =
  '.scroll, [role="slider"], [role="listbox"], [role="menu"], [role="radiogroup"], [role="tablist"], [role="dialog"], summary';

/** Whether the target of the event uses arrow and page keys: a field, a list, or a text that scrolls. */
export const usesArrows = (event: Event): boolean => isTyping(event) || isWithin(event, SCROLLED);

/** Calls `takeOver` when the visitor takes control: at any plain key, and at any press on the canvas. */
export function onTakeOver(canvas: HTMLCanvasElement, signal: AbortSignal, takeOver: () => void): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat && isPlainKey(event)) takeOver();
    },
    { signal },
  );
  canvas.addEventListener('pointerdown', takeOver, { signal });
}
