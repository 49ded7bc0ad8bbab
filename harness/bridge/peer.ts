import type { WebSocket } from 'ws';
import type { ServerFrame } from '../../data/protocol.ts';
import { TokenBucket } from './token-bucket.ts';

/** Bytes a reader may lag behind before it is dropped: a resume's largest history fits twice. */
export const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Frames of any kind a socket may send. A page sends a few a minute. */
const FRAME_RATE = { burst: 60, perSecond: 20 } as const;

/** Close codes of RFC 6455. */
export const closeCodes = {
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  internal: 1011,
  tryLater: 1013,
} as const;

export type Role = 'visitor' | 'resident' | 'observer';

/** One socket, from its first byte to its last. */
export class Peer {
  readonly ip: string;
  readonly frames: TokenBucket;
  role: Role | undefined;
  /** Set for visitors once they said hello. */
  session: number | undefined;
  /** False from one heartbeat to the next until the pong arrives. */
  alive = true;
  private readonly socket: WebSocket;
  private readonly maxBuffered: number;

  constructor(socket: WebSocket, ip: string, now: () => number, maxBuffered: number) {
    this.socket = socket;
    this.ip = ip;
    this.maxBuffered = maxBuffered;
    this.frames = new TokenBucket(FRAME_RATE, now);
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** A frame that is already text: a broadcast is written once for everybody. */
  sendText(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.maxBuffered) {
      // Waiting for a slow reader would cost everybody else the memory.
      this.socket.terminate();
      return;
    }
    this.socket.send(text);
  }

  ping(): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }
}
