import { type Key, type ViewCommand, type ViewKey, toggledModes, viewKeys } from './view.ts';

/** A single-key shortcut (specification 6.3). */
interface Shortcut extends ViewKey {
  readonly command: ViewCommand;
}

/** Keys that change the view. `help-rows.ts` has the other keys. */
export const viewShortcuts: readonly Shortcut[] = [
  ...toggledModes.map((mode): Shortcut => ({ ...viewKeys[mode], command: { kind: 'toggle', mode } })),
  { key: 'v', shown: 'V', text: 'walk or orbit', command: { kind: 'navigate' }, needsWorld: true },
];

/** Keys that the world handles, because their effect depends on what is in the picture. */
export const lookCloser: Key = { key: 'z', shown: 'Z', text: 'look closely at the object in the middle' };
export const nextWaiting: Key = {
  key: 'n',
  shown: 'N',
  text: 'go to the next agent session that waits',
};
export const worldKeys: readonly Key[] = [lookCloser, nextWaiting];

/** Switches the sound; the page handles it. */
export const soundKey: Key = { key: 'm', shown: 'M', text: 'sound on or off' };

const WALKS = /^[wasd]$/;
const LATIN = /^[a-z]$/;

/**
 * The letter of a shortcut, in lower case, or the name of another key. Keys at the places of W, A, S and D only
 * walk. Another key is the letter that it types; if that is no Latin letter, or one of these four, it is the
 * letter that a US keyboard has there. So the key of a hint works on Russian, Arabic and Dvorak keyboards too.
 */
export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  const typed = key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return place && (WALKS.test(place) || WALKS.test(typed) || !LATIN.test(typed)) ? place : typed;
}

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
