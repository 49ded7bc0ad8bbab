import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { serverFrame } from '../../../data/chat/protocol.ts';
import { type Bus, MAX_BUS_BYTES, type Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';

/** A gateway that answers this late does not answer the chat either. Milliseconds. */
const TURN_TIMEOUT_MS = 2_000;

/** What gateways tell each other of a session, beside the frames of an answer that is being written. */
const notice = v.variant('type', [
  /** A message was stored: the others read it from the store. */
  v.object({ type: v.literal('stored') }),
  /** A tab joined: who writes an answer now tells it from its beginning. */
  v.object({ type: v.literal('joined') }),
]);

/** The frames of a session that are in no store. */
const SENT_ON: ReadonlySet<string> = new Set(['chat-delta', 'chat-step', 'world-action', 'error']);

/** The conversation at this gateway. */
export interface JointConversation {
  /** Sends what other gateways have stored. */
  catchUp(): void;
  /** Tells an answer that is being written here from its beginning. */
  tellPresent(): void;
  /** Sends a frame to the tabs at this gateway. */
  send(text: string): void;
}

/**
 * One session at several gateways: a visitor may have a tab at each of them. Messages are read from
 * the store that the gateways share; the pieces of an answer go over the bus.
 */
export class JointSession {
  readonly #bus: Bus;
  /** Subjects hold a hash: other programs at the NATS server must not learn the secret. */
  readonly #name: string;
  readonly #stops: Stop[] = [];

  constructor(secret: string, bus: Bus, conversation: JointConversation) {
    this.#bus = bus;
    this.#name = createHash('sha256').update(secret).digest('hex');
    const take = (text: string): void => {
      const heard = readText(v.union([notice, serverFrame]), text, MAX_BUS_BYTES);
      if (heard?.type === 'stored') conversation.catchUp();
      else if (heard?.type === 'joined') conversation.tellPresent();
      else if (heard && SENT_ON.has(heard.type)) conversation.send(JSON.stringify(heard));
    };
    this.#stops.push(
      bus.subscribe(`session.${this.#name}`, take),
      bus.onChange((isOpen) => {
        if (!isOpen) return;
        conversation.catchUp();
        // What was told just before the bus went away may be lost, here and there.
        conversation.tellPresent();
        for (const type of ['stored', 'joined'] as const) this.tell(type);
      }),
    );
  }

  /** Sends a frame to the tabs at other gateways. */
  publish(text: string): void {
    this.#bus.publish(`session.${this.#name}`, text);
  }

  tell(type: v.InferOutput<typeof notice>['type']): void {
    this.publish(JSON.stringify({ type }));
  }

  /** Tells other gateways, as long as this one answers a chat, that it does; `stop` is called where they want it stopped. */
  takeTurn(chatId: string, stop: () => void): Stop {
    return this.#bus.serve(`turn.${this.#name}.${chatId}`, (order) => {
      if (order === 'stop') stop();
      return 'taken';
    });
  }

  /** Whether another gateway answers this chat. */
  async isTaken(chatId: string): Promise<boolean> {
    // One that hangs is as good as none: what both would store is stored once.
    return this.#bus.request(`turn.${this.#name}.${chatId}`, 'ask', TURN_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
  }

  /** Lets the gateway that answers a chat stop. */
  stop(chatId: string): void {
    this.#bus.request(`turn.${this.#name}.${chatId}`, 'stop', TURN_TIMEOUT_MS).catch(() => undefined);
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
