import { backOffMs } from './back-off.ts';
import type { Environment } from './environment.ts';

/** The address is unusable, there was no answer in time, or the connection was closed. */
export type LossReason = 'bad-address' | 'timeout' | 'closed';

export interface SocketOptions extends Pick<Environment, 'WebSocket' | 'monotonicNow' | 'random'> {
  /** Asked for each attempt. */
  url(): string;
  /** Seconds before the first, second, … new attempt; the last one repeats. */
  readonly backOffSeconds: readonly number[];
  onConnecting(): void;
  onOpen(): void;
  onMessage(data: unknown): void;
  /** The next attempt follows unless `close` is called. `wasOpen`: there was a connection. */
  onLoss(reason: LossReason, wasOpen: boolean): void;
}

const CONNECT_TIMEOUT_MS = 15_000;
const OPEN = 1;

/** Closes a socket; none of its later events is handled. */
function releaseSocket(socket: WebSocket | undefined): void {
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  // Closed while connecting, it reports an error; some implementations throw it without a handler.
  socket.onerror = () => undefined;
  socket.close();
}

/**
 * A WebSocket that connects again: attempts with a time limit, and a back-off that grows with each
 * loss until `markGood` is called. Only `update` opens connections, so a hidden page opens none.
 */
export class ReconnectingSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | undefined;
  #closed = false;
  #losses = 0;
  /** The next attempt, or the end of the present one. */
  #due = 0;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === OPEN;
  }

  update(): void {
    if (this.#closed || this.isOpen || this.#options.monotonicNow() < this.#due) return;
    if (this.#socket) this.#lose('timeout', false);
    else this.#connect();
  }

  /** False when there is no open connection. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(text);
    return true;
  }

  /** The connection works: after its loss the back-off starts from the beginning. */
  markGood(): void {
    this.#losses = 0;
  }

  /** Drops the connection, and waits for the next attempt as after any loss. */
  retryLater(): void {
    const { backOffSeconds, monotonicNow, random } = this.#options;
    this.#release();
    this.#losses += 1;
    this.#due = monotonicNow() + backOffMs(backOffSeconds, this.#losses, random);
  }

  /** Connects again with the next update. */
  restart(): void {
    this.close();
    this.#closed = false;
    this.#losses = 0;
    this.#due = 0;
  }

  /** Closes, and stays closed until `restart`. */
  close(): void {
    this.#closed = true;
    this.#release();
  }

  #release(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    releaseSocket(socket);
  }

  #lose(reason: LossReason, wasOpen: boolean): void {
    this.retryLater();
    this.#options.onLoss(reason, wasOpen);
  }

  #connect(): void {
    const { WebSocket, url, monotonicNow, onConnecting, onOpen, onMessage } = this.#options;
    this.#due = monotonicNow() + CONNECT_TIMEOUT_MS;
    onConnecting();
    let socket: WebSocket;
    try {
      socket = new WebSocket(url());
    } catch {
      this.#lose('bad-address', false);
      return;
    }
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
    // A close event follows.
    socket.onerror = () => undefined;
    socket.onclose = () => this.#lose('closed', opened);
  }
}
