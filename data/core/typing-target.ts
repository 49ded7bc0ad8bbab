const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';

/** An element, recognised by its method, because data/ must not use DOM classes. */
interface Matching {
  matches(selector: string): boolean;
}

const isMatching = (target: object): target is Matching =>
  'matches' in target && typeof target.matches === 'function';

/** Whether an event comes from inside a matching element, shadow roots included. */
export const isWithin = (event: Event, selector: string): boolean =>
  event.composedPath().some((target) => isMatching(target) && target.matches(selector));

/** Whether the visitor is typing: then single keys are text and not commands. */
export const isTyping = (event: Event): boolean => isWithin(event, FIELDS);
