import type { PlayOrderFrame } from '../games/play-frames.ts';
import type { PresenceClientFrameInput } from '../presence/protocol.ts';

/**
 * The bridge's connection for features that are loaded later than the chat. A page has one socket: they send
 * through it, and receive the frames for which the chat has no schema.
 */
export interface BridgeLine {
  /** Each gets the frames that are not about the conversation. Any JSON, unchecked. */
  readonly listeners: Set<(frame: unknown) => void>;
  /** Whether this bridge knows the frames about other visitors: it may be the owner’s own. */
  hasPresence: boolean;
  /** False while there is no open bridge (`state.bridge`): then the frame is dropped. */
  send(frame: PresenceClientFrameInput | PlayOrderFrame): boolean;
  /** Connects again: the browser has another cookie. No message is lost. */
  restart(): void;
}

/** A line of a page that has no bridge client yet; the client puts its own `send` in. */
export const createBridgeLine = (): BridgeLine => ({
  listeners: new Set(),
  hasPresence: false,
  send: () => false,
  restart: () => undefined,
});
