import { type Signal, signal } from '../core/signal.ts';
import { type Chat, createChat } from './chat.ts';
import type { LogEntry } from './session-log.ts';

export interface BridgeStatus {
  readonly state: 'off' | 'connecting' | 'open' | 'waiting';
  readonly cause?: string | undefined;
}

export interface ResidentInfo {
  readonly name: string;
  /** Whether a model answers; without one the embedded resident does, and says so. */
  readonly attached: boolean;
  readonly note: string;
}

/** The bridge, the resident behind it, and what is said. */
export interface ChatState {
  readonly bridge: Signal<BridgeStatus>;
  readonly resident: Signal<ResidentInfo>;
  readonly chat: Chat;
  /** The session log. */
  readonly log: Signal<readonly LogEntry[]>;
}

export const createChatState = (residentName: string): ChatState => ({
  bridge: signal<BridgeStatus>({ state: 'off' }),
  resident: signal<ResidentInfo>({ name: residentName, attached: false, note: '' }),
  chat: createChat(),
  log: signal<readonly LogEntry[]>([]),
});
