import { NatsBus } from '../../bus/nats-bus.ts';
import { connectNats } from '../../bus/nats-connection.ts';
import type { NatsSettings } from '../../bus/nats-settings.ts';
import type { ConversationStore } from '../conversation-store.ts';
import { type EarlierConversations, JetStreamStore } from './jetstream-store.ts';
import type { HistoryLimits } from './streams.ts';

/** What the gateways of a world share. */
export interface World {
  /** The connection. Its `close` also makes the conversations unavailable. */
  readonly bus: NatsBus;
  readonly conversations: ConversationStore;
}

interface JoinOptions {
  /** The conversations that this gateway had before it joined. Each moves when its visitor comes back. */
  readonly earlier?: EarlierConversations;
  /** Receives the error if a text of another gateway cannot be handled. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Joins the other gateways of a world on its NATS server.
 * @throws {UserError} If the server cannot be used now. After joining, it may be disconnected for any time.
 */
export async function joinWorld(
  settings: NatsSettings,
  limits: HistoryLimits,
  { earlier, onError }: JoinOptions = {},
): Promise<World> {
  const connection = await connectNats(settings);
  try {
    const { world } = settings;
    const bus = await NatsBus.join(connection, world, onError);
    const isOpen = (): boolean => bus.isOpen;
    return {
      bus,
      conversations: await JetStreamStore.open(connection, { ...limits, world, earlier, isOpen }),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
