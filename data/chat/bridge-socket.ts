import * as v from 'valibot';
import { ReconnectingSocket, type SocketOptions } from '../core/socket.ts';
import { MAX_FRAME_BYTES, PLAY_ID } from '../core/limits.ts';
import type { BridgeLine } from './bridge-line.ts';
import { type ClientFrameInput, type ServerFrame, serverFrame } from './protocol.ts';

/** Seconds before the first, second, … new attempt; the last one repeats. */
const BACK_OFF_SECONDS = [0.5, 1, 2, 4, 8, 15, 30];
const PING_AFTER_MS = 25_000;
/**
 * A connection without an answer to a ping for this long is dead. Silence without a ping is not enough,
 * because the page may have been hidden.
 */
const SILENT_AFTER_MS = 20_000;

interface BridgeSocketDeps extends Pick<
  SocketOptions,
  'WebSocket' | 'url' | 'monotonicNow' | 'random' | 'onConnecting' | 'onOpen'
> {
  onFrame(frame: ServerFrame): void;
  /** Called with a frame that is not about the conversation, not validated. */
  onOther(frame: unknown): void;
  /** There is no connection. `everOpen` distinguishes a lost bridge from a home without a bridge. */
  onWaiting(everOpen: boolean): void;
}

/** The JSON of a message; undefined if it is invalid. */
function readJson(data: unknown): unknown {
  // Only a broken gateway sends longer frames.
  if (typeof data !== 'string' || data.length > MAX_FRAME_BYTES * 2) return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * Whether the frame refuses an order to a play, or a line or report of the chat between visitors: the card of
 * the play or that chat shows it, not the conversation.
 */
const isShownElsewhere = (frame: ServerFrame): boolean =>
  frame.type === 'error' &&
  frame.ref !== undefined &&
  (PLAY_ID.test(frame.ref) || ['player-chat', 'player-report'].includes(frame.ref));

/** The bridge connection: detects a dead connection, and validates frames. */
export class BridgeSocket {
  readonly #deps: BridgeSocketDeps;
  readonly #socket: ReconnectingSocket;
  #everOpen = false;
  #heardAt = 0;
  #pingedAt = 0;

  constructor(deps: BridgeSocketDeps) {
    this.#deps = deps;
    this.#socket = new ReconnectingSocket({
      ...deps,
      backOffSeconds: BACK_OFF_SECONDS,
      onOpen: () => {
        this.#everOpen = true;
        this.#heardAt = this.#pingedAt = deps.monotonicNow();
        deps.onOpen();
      },
      onMessage: (data) => this.#receive(data),
      onLoss: () => deps.onWaiting(this.#everOpen),
    });
  }

  update(): void {
    this.#socket.update();
    if (!this.#socket.isOpen) return;
    const now = this.#deps.monotonicNow();
    const pinged = this.#pingedAt > this.#heardAt;
    if (pinged && now - this.#pingedAt > SILENT_AFTER_MS) {
      this.#socket.retryLater();
      this.#deps.onWaiting(true);
    } else if (!pinged && now - this.#heardAt > PING_AFTER_MS) {
      this.#pingedAt = now;
      this.send({ type: 'ping' });
    }
  }

  /** Sends a frame. Returns false without an open connection. */
  send(frame: ClientFrameInput | Parameters<BridgeLine['send']>[0]): boolean {
    return this.#socket.send(JSON.stringify(frame));
  }

  /** Reconnects at once: the server wants another session, or the page is visible again. */
  restart(): void {
    this.#socket.restart();
  }

  /** Closes the connection until `restart`. */
  close(): void {
    this.#socket.close();
  }

  #receive(data: unknown): void {
    this.#heardAt = this.#deps.monotonicNow();
    const raw = readJson(data);
    if (raw === undefined) return;
    const { success, output: frame } = v.safeParse(serverFrame, raw);
    if (!success || isShownElsewhere(frame)) return this.#deps.onOther(raw);
    if (frame.type === 'ping') this.send({ type: 'pong' });
    else if (frame.type === 'welcome') this.#socket.markGood();
    this.#deps.onFrame(frame);
  }
}
