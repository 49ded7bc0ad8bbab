import type { WebSocket } from 'ws';
import type { ServerFrame } from '../../data/chat/protocol.ts';
import { TokenBucket } from './token-bucket.ts';

/** Bytes a reader may lag behind before it is dropped: a resume's largest history fits twice. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames of any kind a socket may send, control frames and pongs too. A page sends a few a minute. */
const FRAME_RATE = { burst: 60, perSecond: 20 } as const;
/** Bytes a socket may send: eight of the longest messages, then one a second. */
const BYTE_RATE = { burst: 256 * 1024, perSecond: 32 * 1024 } as const;
/** How long a client may take to answer a close frame before it is cut off. */
export const GOODBYE_MS = 1_000;
/** Looks at what waits for a reader, one after the other, that may find no progress. */
const LOOKS_WITHOUT_PROGRESS = 4;

/** Close codes of RFC 6455. */
export const closeCodes = {
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  internal: 1011,
  tryLater: 1013,
} as const;

export type Role = 'visitor' | 'resident' | 'observer';

/** Closes a socket, and cuts it off if it does not answer: until then it costs memory and is read. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
}

/** One socket, from its first byte to its last. */
export class Peer {
  readonly ip: string;
  role: Role | undefined;
  /** Set for visitors once they said hello. */
  session: number | undefined;
  /** False from one heartbeat to the next until the pong arrives. */
  alive = true;
  readonly #socket: WebSocket;
  readonly #maxBuffered: number;
  readonly #frames: TokenBucket;
  readonly #bytes: TokenBucket;
  #waiting = 0;
  #looksWithoutProgress = 0;

  constructor(socket: WebSocket, ip: string, now: () => number, maxBuffered: number) {
    this.#socket = socket;
    this.ip = ip;
    this.#maxBuffered = maxBuffered;
    this.#frames = new TokenBucket(FRAME_RATE, now);
    this.#bytes = new TokenBucket(BYTE_RATE, now);
  }

  /** Counts a frame that came in. False if it is one too many; the connection is being closed then and no longer read. */
  count(bytes: number): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#frames.take() && this.#bytes.take(bytes)) return true;
    this.close(closeCodes.policy, 'too many frames');
    this.#socket.pause();
    return false;
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** A frame that is already text: a broadcast is written once for everybody. */
  sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#maxBuffered) {
      // Waiting for a slow reader would cost everybody else the memory.
      this.#socket.terminate();
      return;
    }
    this.#socket.send(text);
  }

  /** Bytes that wait for this reader. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** To be asked at a steady pace: whether this reader has taken nothing for several looks, although something waits. */
  isStuck(): boolean {
    const waiting = this.#socket.bufferedAmount;
    const progress = waiting === 0 || waiting < this.#waiting;
    this.#waiting = waiting;
    this.#looksWithoutProgress = progress ? 0 : this.#looksWithoutProgress + 1;
    return this.#looksWithoutProgress > LOOKS_WITHOUT_PROGRESS;
  }

  ping(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    closeSoon(this.#socket, code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
