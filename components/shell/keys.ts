/** As in `world/core/typing.ts`, which hears the same keys. */
const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';
const PRESSABLE = 'a[href], button, summary, label, [role="button"]';

const matches = (event: Event, selector: string): boolean =>
  event.composedPath().some((node) => node instanceof Element && node.matches(selector));

/** Whether the visitor is typing: single-key shortcuts must then stay letters. */
export const isTyping = (event: Event): boolean => matches(event, TYPING);

/** Whether Enter already means something where it was pressed. */
export const hasOwnEnter = (event: Event): boolean => isTyping(event) || matches(event, PRESSABLE);
