import type { BridgeStatus } from '../../../data/chat/chat-state.ts';

/**
 * The labels of the buttons above the field. Each button sends its label as a message (specification 6.3).
 */
export const quickActions = ['status', 'agents', 'portals', 'help'] as const;

/** Why there is no connection to the resident, by the state of the bridge. */
const closedTexts = {
  off: 'The chat is not connected',
  connecting: 'Connecting to the resident',
  waiting: 'Not connected, trying again',
} as const;

/** The text about a connection that is not open; empty if it is open. */
export function connectionText({ state, cause }: BridgeStatus): string {
  if (state === 'open') return '';
  const text = closedTexts[state];
  return cause ? `${text}: ${cause}` : `${text}.`;
}

/**
 * Handles a press of a button beside the field of a chat. After a key the field has the focus, because the
 * button is then replaced; not after a tap, because a phone would open its keyboard.
 */
export const press =
  (field: HTMLElement, act: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail === 0) field.focus({ preventScroll: true });
    act();
  };

/** The code of a key that an input method handles. */
const INPUT_METHOD = 229;

/**
 * Whether a key is one of an input method that composes text. In Safari the Enter that confirms a word comes after the
 * end of the composition, and only its code tells (WebKit bug 165004).
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === INPUT_METHOD;

/** Whether a key sends what is in the field. The browser handles Shift+Enter, which adds a line. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event);
