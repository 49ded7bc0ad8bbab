import type { ServerFrame } from '../../data/chat/protocol.ts';
import type { Rate } from '../../data/core/token-bucket.ts';
import type { Bus } from '../bus/bus.ts';
import type { Keys } from '../keys/keys.ts';
import type { Readers } from '../keys/readers.ts';
import type { ResidentRoom } from '../resident/room/resident-room.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { AgentLimits } from './sockets/agent-peers.ts';
import type { ConversationTools } from './conversation/session-conversation.ts';
import type { SocketLimits } from './sockets/sockets.ts';

export interface BridgeOptions
  extends
    Omit<ConversationTools, 'budgets' | 'visitors' | 'resident' | 'store' | 'join'>,
    SocketLimits,
    AgentLimits {
  readonly store: ConversationStore;
  /** Connects this gateway with the others of its world; undefined for a single gateway. */
  readonly bus?: Bus | undefined;
  /** Who may do what: the keys of agents, and the sign-ins of the owner. */
  readonly keys: Keys;
  /** Who may see what. */
  readonly readers: Readers;
  /** Who answers: the base resident, or the agent that moved in. */
  readonly resident: ResidentRoom;
  /** The secret of the roles resident and observer; without it these roles are refused. */
  readonly token?: string | undefined;
  readonly maxSocketsPerSession?: number;
  readonly helloTimeoutMs?: number;
  /** The number of bytes that one address may store at once, and the number that it regains per second. */
  readonly addressBudget?: Rate | undefined;
  /** The maximum number of bytes that all conversations together may use in the store. */
  readonly storeBytes?: number | undefined;
  /** Called with every frame that goes to all clients. */
  readonly onBroadcast?: ((frame: ServerFrame) => void) | undefined;
}
