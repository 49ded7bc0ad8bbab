const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';

/** What an element has and no other target of an event: the data room has no DOM to ask by its class. */
interface Matching {
  matches(selector: string): boolean;
}

const isMatching = (target: object): target is Matching =>
  'matches' in target && typeof target.matches === 'function';

/** Whether an event comes from within such an element, also inside an element's shadow. */
export const isWithin = (event: Event, selector: string): boolean =>
  event.composedPath().some((target) => isMatching(target) && target.matches(selector));

/** Whether the visitor is typing: single keys are letters then, for the page and for the world. */
export const isTyping = (event: Event): boolean => isWithin(event, FIELDS);
