import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { ResidentActivity } from '../readings/schemas/resident-activity.ts';
import { type BridgeLine, createBridgeLine } from './bridge-line.ts';
import type { ChatEntry } from './chat-entries.ts';
import type { LogEntry } from './session-log.ts';

export interface BridgeStatus {
  readonly state: 'off' | 'connecting' | 'open' | 'waiting';
  readonly cause?: string | undefined;
}

export interface ResidentInfo {
  readonly name: string;
  /** Whether a model or agent answers. Otherwise the embedded resident answers, and says so. */
  readonly attached: boolean;
  readonly note: string;
  /** `status`: the answers come from this home's readings. */
  readonly kind?: 'status' | 'model' | 'agent' | undefined;
  /** The name of the model or agent. */
  readonly by?: string | undefined;
  /** Where the model or agent runs. */
  readonly place?: 'this home' | 'local' | 'hosted' | undefined;
}

/** The conversation with the resident. Its commands are in `chat.ts`. */
export interface Chat {
  /** Oldest first. */
  readonly entries: Signal.State<readonly ChatEntry[]>;
  /** The number of the visitor's messages without an answer. */
  readonly unanswered: Signal.State<number>;
  /** Why the last message was refused, in plain words with the fix; empty if no message was refused. */
  readonly problem: Signal.State<string>;
  /** Entries that `sendChat` has added to `entries`, for the bridge client to send. */
  readonly sent: EventSignal<ChatEntry | undefined>;
  /** Ids of entries whose answer is to be stopped. */
  readonly stopped: EventSignal<string>;
}

const createChat = (): Chat => ({
  entries: signal<readonly ChatEntry[]>([]),
  unanswered: signal(0),
  problem: signal(''),
  sent: event<ChatEntry | undefined>(undefined),
  stopped: event(''),
});

/** The bridge, the resident, and the conversation. */
export interface ChatState {
  readonly bridge: Signal.State<BridgeStatus>;
  /** Sends and receives frames that are not about the conversation. */
  readonly bridgeLine: BridgeLine;
  readonly resident: Signal.State<ResidentInfo>;
  /** The present activity of the resident; undefined until its agent reports one. */
  readonly activity: Signal.State<ResidentActivity | undefined>;
  readonly chat: Chat;
  /** The session log. */
  readonly log: Signal.State<readonly LogEntry[]>;
}

export const createChatState = (residentName: string): ChatState => ({
  bridge: signal<BridgeStatus>({ state: 'off' }),
  bridgeLine: createBridgeLine(),
  resident: signal<ResidentInfo>({ name: residentName, attached: false, note: '' }),
  activity: signal<ResidentActivity | undefined>(undefined),
  chat: createChat(),
  log: signal<readonly LogEntry[]>([]),
});
