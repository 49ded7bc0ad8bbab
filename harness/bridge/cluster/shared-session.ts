import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { serverFrame } from '../../../data/chat/protocol.ts';
import { type Bus, MAX_BUS_BYTES, readText, type Stop } from '../../bus/bus.ts';

/** A gateway that does not reply within this time is treated as not answering the chat. Milliseconds. */
const TURN_TIMEOUT_MS = 2_000;

/** What gateways send each other about a session, besides the frames of an answer that is being written. */
const notice = v.variant('type', [
  /** A message was stored: the others read it from the store. */
  v.object({ type: v.literal('stored') }),
  /** A tab joined: the gateway that writes an answer sends it again from its beginning. */
  v.object({ type: v.literal('joined') }),
]);

/** The frames of a session that are not in the store. */
const FORWARDED: ReadonlySet<string> = new Set(['chat-delta', 'chat-step', 'world-action', 'error']);

/** The conversation at this gateway. */
export interface SharedConversation {
  /** Sends the tabs at this gateway the messages that other gateways have stored. */
  catchUp(): void;
  /** Repeats the answer that is being written here, from its beginning. */
  resendPending(): void;
  /** Sends a frame to the tabs at this gateway. */
  send(text: string): void;
}

/**
 * One session at several gateways: a visitor may have a tab at each of them. Messages are read from
 * the store that the gateways share; the pieces of an answer go over the bus.
 */
export class SharedSession {
  readonly #bus: Bus;
  /** Subjects hold a hash: other programs at the NATS server must not learn the secret. */
  readonly #name: string;
  readonly #stops: Stop[] = [];

  constructor(secret: string, bus: Bus, conversation: SharedConversation) {
    this.#bus = bus;
    this.#name = createHash('sha256').update(secret).digest('hex');
    const receive = (text: string): void => {
      const message = readText(v.union([notice, serverFrame]), text, MAX_BUS_BYTES);
      if (message?.type === 'stored') conversation.catchUp();
      else if (message?.type === 'joined') conversation.resendPending();
      else if (message && FORWARDED.has(message.type)) conversation.send(JSON.stringify(message));
    };
    this.#stops.push(
      bus.subscribe(`session.${this.#name}`, receive),
      bus.onChange((isOpen) => {
        if (!isOpen) return;
        conversation.catchUp();
        // Messages from just before the disconnection may be lost, in both directions.
        conversation.resendPending();
        for (const type of ['stored', 'joined'] as const) this.notify(type);
      }),
    );
  }

  /** Sends a frame to the tabs at other gateways. */
  publish(text: string): void {
    this.#bus.publish(`session.${this.#name}`, text);
  }

  notify(type: v.InferOutput<typeof notice>['type']): void {
    this.publish(JSON.stringify({ type }));
  }

  /**
   * Marks a chat as answered by this gateway, until the returned function is called. `stop` is called when
   * another gateway stops the answer.
   */
  takeTurn(chatId: string, stop: () => void): Stop {
    return this.#bus.serve(`turn.${this.#name}.${chatId}`, (order) => {
      if (order === 'stop') stop();
      return 'taken';
    });
  }

  /** Whether another gateway answers this chat. */
  async isTaken(chatId: string): Promise<boolean> {
    // A gateway that hangs counts as not answering. If both gateways then answer, only one answer is stored.
    return this.#bus.request(`turn.${this.#name}.${chatId}`, 'ask', TURN_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
  }

  /** Stops the answer to a chat at the gateway that writes it. */
  stop(chatId: string): void {
    this.#bus.request(`turn.${this.#name}.${chatId}`, 'stop', TURN_TIMEOUT_MS).catch(() => undefined);
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
