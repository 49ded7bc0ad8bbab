import type { WebSocket } from 'ws';
import { AddressCounts } from '../../core/counts.ts';
import { closeCodes, closeSoon, MAX_BUFFERED_BYTES, Peer, Traffic } from './peer.ts';

export interface SocketLimits {
  readonly maxSocketsPerIp?: number;
  readonly heartbeatMs?: number;
  /** Bytes that may wait for one client, and for all of them together. */
  readonly maxBufferedBytes?: number;
  readonly maxBufferedBytesOfAll?: number;
  /** Time between checks of what clients have read; after five checks without progress they are cut off. */
  readonly progressCheckMs?: number;
}

export const socketDefaults = {
  maxSocketsPerIp: 64,
  heartbeatMs: 30_000,
  maxBufferedBytes: MAX_BUFFERED_BYTES,
  maxBufferedBytesOfAll: 64 * 1024 * 1024,
  progressCheckMs: 5_000,
} as const;

/** After a pause of this process, one ping may be unanswered although the answer waits to be read. */
const MAX_UNANSWERED = 2;

interface Handlers {
  message(peer: Peer, data: Buffer, isBinary: boolean): void;
  closed(peer: Peer): void;
}

/** The open sockets of one route, with the limits for each of them and for all together. */
export class Sockets implements Iterable<Peer> {
  readonly #limits: Required<SocketLimits>;
  readonly #now: () => number;
  readonly #traffic: Traffic;
  readonly #peers = new Set<Peer>();
  readonly #counts: AddressCounts;
  readonly #timers: readonly NodeJS.Timeout[];
  #refusing = false;

  constructor(limits: SocketLimits, now: () => number, traffic = new Traffic()) {
    this.#limits = { ...socketDefaults, ...limits };
    this.#counts = new AddressCounts(this.#limits.maxSocketsPerIp);
    this.#traffic = traffic;
    this.#now = now;
    this.#timers = [
      setInterval(() => this.#beat(), this.#limits.heartbeatMs),
      setInterval(() => this.#checkProgress(), this.#limits.progressCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get size(): number {
    return this.#peers.size;
  }

  /** Whether it accepts no more sockets, because the home shuts down. */
  get isRefusing(): boolean {
    return this.#refusing;
  }

  /** Accepts no more sockets; the open ones stay. */
  refuse(): void {
    this.#refusing = true;
  }

  [Symbol.iterator](): Iterator<Peer> {
    return this.#peers.values();
  }

  /** Takes an upgraded socket; undefined if its address has too many, or the home shuts down. */
  admit(socket: WebSocket, ip: string, { message, closed }: Handlers): Peer | undefined {
    // After an error (an oversized frame, a broken pipe), the socket emits `close`, whose handler cleans up.
    socket.on('error', () => undefined);
    if (this.#refusing || this.#counts.isFull(ip)) {
      const [code, reason] = this.#refusing
        ? [closeCodes.goingAway, 'the home is shutting down']
        : [closeCodes.tryLater, 'too many connections from this address'];
      if (!this.#refusing) this.#traffic.drops.add(reason);
      closeSoon(socket, code, reason);
      return undefined;
    }
    const peer = new Peer(socket, ip, this.#now, { ...this.#limits, traffic: this.#traffic });
    this.#counts.add(ip);
    this.#peers.add(peer);
    socket.on('ping', (data) => peer.count(data.length));
    socket.on('pong', (data) => {
      peer.unanswered = 0;
      peer.signs += 1;
      peer.count(data.length);
    });
    // `ws` delivers a message as one Buffer by default.
    socket.on('message', (data: Buffer, isBinary) => {
      peer.unanswered = 0;
      peer.signs += 1;
      if (peer.count(data.length)) message(peer, data, isBinary);
    });
    socket.on('close', () => {
      this.#peers.delete(peer);
      this.#counts.remove(ip);
      closed(peer);
    });
    return peer;
  }

  /** Closes every socket with 1001. */
  close(): void {
    this.#refusing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const peer of this.#peers) peer.goAway();
  }

  /** Cuts off clients that did not answer the last pings, and pings the others. */
  #beat(): void {
    for (const peer of this.#peers) {
      if (peer.unanswered >= MAX_UNANSWERED) {
        peer.terminate('no pong');
        continue;
      }
      peer.unanswered += 1;
      peer.ping();
    }
  }

  /**
   * Cuts off clients that do not read. If too many bytes wait for all clients together, it also cuts off
   * those for which the most bytes wait.
   */
  #checkProgress(): void {
    for (const peer of this.#peers) if (peer.isStuck()) peer.terminate('reads nothing');
    const maxBytes = this.#limits.maxBufferedBytesOfAll;
    const behind = [...this.#peers].filter(({ bufferedBytes }) => bufferedBytes > 0);
    let sum = behind.reduce((total, { bufferedBytes }) => total + bufferedBytes, 0);
    if (sum <= maxBytes) return;
    for (const peer of behind.sort((one, other) => other.bufferedBytes - one.bufferedBytes)) {
      sum -= peer.bufferedBytes;
      peer.terminate('all are too far behind');
      if (sum <= maxBytes) return;
    }
  }
}
