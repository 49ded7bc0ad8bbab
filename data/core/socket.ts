import { backOffMs } from './back-off.ts';
import type { Environment } from './environment.ts';

/** Why a connection was lost: invalid URL, no answer in time, or closed. */
export type LossReason = 'bad-address' | 'timeout' | 'closed';

export interface SocketOptions extends Pick<Environment, 'WebSocket' | 'monotonicNow' | 'random'> {
  /** Called for each attempt. */
  url(): string;
  /** Seconds before the first, second, … new attempt; the last one repeats. */
  readonly backOffSeconds: readonly number[];
  onConnecting(): void;
  onOpen(): void;
  onMessage(data: unknown): void;
  /**
   * Called when an attempt or connection ends. The next attempt follows unless `close` is called. `wasOpen`:
   * the connection was open.
   */
  onLoss(reason: LossReason, wasOpen: boolean): void;
}

const CONNECT_TIMEOUT_MS = 15_000;
const OPEN = 1;

/** Closes a socket and removes its event handlers. */
function releaseSocket(socket: WebSocket | undefined): void {
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  // Closing a connecting socket causes an error event; without a handler some implementations throw.
  socket.onerror = () => undefined;
  socket.close();
}

/**
 * A WebSocket that reconnects: attempts have a time limit, and the back-off grows with each loss until
 * `markGood` is called. Only `update` opens connections, so a hidden page opens none.
 */
export class ReconnectingSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | undefined;
  /** Whether the present socket has been open. */
  #opened = false;
  #closed = false;
  #losses = 0;
  /** The time of the next attempt, or the time limit of the present attempt. */
  #due = 0;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === OPEN;
  }

  update(): void {
    if (this.#closed || this.isOpen || this.#options.monotonicNow() < this.#due) return;
    // A socket that was open is closing. Its event comes only when the server ends the connection, maybe never.
    if (this.#socket) this.#lose(this.#opened ? 'closed' : 'timeout');
    else this.#connect();
  }

  /** Sends a text. Returns false without an open connection. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(text);
    return true;
  }

  /** The connection works: after a loss, the back-off starts again at the first step. */
  markGood(): void {
    this.#losses = 0;
  }

  /** Drops the connection, and waits for the next attempt like after a loss. */
  retryLater(): void {
    const { backOffSeconds, monotonicNow, random } = this.#options;
    this.#release();
    this.#losses += 1;
    this.#due = monotonicNow() + backOffMs(backOffSeconds, this.#losses, random);
  }

  /** Reconnects with the next update. */
  restart(): void {
    this.close();
    this.#closed = false;
    this.#losses = 0;
    this.#due = 0;
  }

  /** Closes the connection until `restart`. */
  close(): void {
    this.#closed = true;
    this.#release();
  }

  #release(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    releaseSocket(socket);
  }

  #lose(reason: LossReason): void {
    this.retryLater();
    this.#options.onLoss(reason, this.#opened);
  }

  #connect(): void {
    const { WebSocket, url, monotonicNow, onConnecting, onOpen, onMessage } = this.#options;
    this.#due = monotonicNow() + CONNECT_TIMEOUT_MS;
    this.#opened = false;
    onConnecting();
    let socket: WebSocket;
    try {
      socket = new WebSocket(url());
    } catch {
      this.#lose('bad-address');
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      this.#opened = true;
      onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
    // A close event follows.
    socket.onerror = () => undefined;
    socket.onclose = () => this.#lose('closed');
  }
}
