import type { PlayOrderFrame } from '../games/play-frames.ts';
import type { PresenceClientFrameInput } from '../presence/protocol.ts';

/**
 * The bridge connection for features that are loaded later than the chat. A page has one socket: these
 * features send through it, and receive the frames for which the chat has no schema.
 */
export interface BridgeLine {
  /** Called with each frame that is not about the conversation: any JSON, not validated. */
  readonly listeners: Set<(frame: unknown) => void>;
  /** Whether this bridge supports the frames about other visitors: the owner may run another bridge. */
  hasPresence: boolean;
  /** Sends a frame. Without an open bridge (`state.bridge`) it drops the frame and returns false. */
  send(frame: PresenceClientFrameInput | PlayOrderFrame): boolean;
  /** Reconnects, for example because the browser has another cookie. No message is lost. */
  restart(): void;
}

/** Creates the line for a page whose bridge client is not loaded; the client replaces `send`. */
export const createBridgeLine = (): BridgeLine => ({
  listeners: new Set(),
  hasPresence: false,
  send: () => false,
  restart: () => undefined,
});
