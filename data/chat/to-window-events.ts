import type { ServerFrame } from './protocol.ts';

/** The six window events of specification 6.1: the public surface for other scripts. */
export const windowEvents = [
  'chat-message',
  'milestone-complete',
  'pr-notification',
  'status-update',
  'player-joined',
  'player-left',
] as const;
export type WindowEventName = (typeof windowEvents)[number];

/** Events that came over the bridge: their chat lines are kept by the bridge client, which knows their ids. */
const bridged = new WeakMap<Event, ServerFrame>();
export const cameOverBridge = (event: Event): boolean => bridged.has(event);

/** How an answer that came over the bridge ended, which the event's detail does not tell; undefined where it came to its end. */
export function brokenEnd(event: Event): 'stopped' | 'failed' | undefined {
  const frame = bridged.get(event);
  return frame?.type === 'chat-message' && frame.end !== 'complete' ? frame.end : undefined;
}

/**
 * The one place where what comes over the bridge becomes a window event, with exactly the details of specification 6.1.
 * Undefined for frames that are no event; a visitor's own words are none.
 */
export function toWindowEvent(frame: ServerFrame): CustomEvent | undefined {
  const event = (type: WindowEventName, detail: unknown): CustomEvent => {
    const made = new CustomEvent(type, { detail });
    bridged.set(made, frame);
    return made;
  };
  switch (frame.type) {
    case 'chat-message':
      return frame.role === 'resident' && frame.text !== ''
        ? event('chat-message', { text: frame.text, speaker: frame.speaker })
        : undefined;
    case 'milestone-complete':
    case 'pr-notification':
    case 'status-update':
    case 'player-joined':
    case 'player-left':
      return event(frame.type, frame.detail);
    default:
      return undefined;
  }
}
