import { NatsBus } from '../../bus/nats-bus.ts';
import { connectNats } from '../../bus/nats-connection.ts';
import type { NatsSettings } from '../../bus/nats-settings.ts';
import type { ConversationStore } from '../conversation-store.ts';
import { type EarlierConversations, JetStreamStore } from './jetstream-store.ts';
import type { HistoryLimits } from './streams.ts';

/** What the gateways of a world share. */
export interface World {
  /** Its `close` ends the connection, and with it the conversations. */
  readonly bus: NatsBus;
  readonly conversations: ConversationStore;
}

interface JoinOptions {
  /** The conversations of this gateway from before: each moves when its visitor comes back. */
  readonly earlier?: EarlierConversations;
  /** Receives what fails while a text of another gateway is handled. */
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
