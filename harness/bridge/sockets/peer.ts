import type { WebSocket } from 'ws';
import type { ToResidentFrame } from '../../../data/chat/resident-protocol.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { Tally } from '../../core/counts.ts';
import type { Reader } from '../../keys/readers.ts';

export type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/** A refusal; `ref` names the message that it is about. */
export const errorFrame = (code: ErrorFrame['code'], message: string, ref?: string): ErrorFrame => ({
  type: 'error',
  code,
  message,
  ...(ref === undefined ? {} : { ref }),
});

/**
 * The length of the text before the type of a frame. `JSON.stringify` makes each frame, with the type as the
 * first field.
 */
const BEFORE_TYPE = '{"type":"'.length;

const typeOf = (text: string): string => text.slice(BEFORE_TYPE, text.indexOf('"', BEFORE_TYPE));

/** Counts the traffic of the sockets for `/metrics`, without ids and addresses. */
export class Traffic {
  /** Frames by their type. */
  readonly received = new Tally();
  readonly sent = new Tally();
  /** Connections that the home closed or refused, by the reason. */
  readonly drops = new Tally();

  /** Counts a frame that is JSON text already. */
  countSent(text: string): void {
    this.sent.add(typeOf(text));
  }
}

/**
 * Bytes that may wait for one client before it is dropped: twice the longest history that a client gets when
 * it resumes.
 */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Frames that a socket may send, control frames included. A page sends a few a minute. */
const FRAME_RATE = { burst: 60, perSecond: 20 } as const;
/** Bytes that a socket may send: eight of the longest chats, then one a second. */
const BYTE_RATE = { burst: 256 * 1024, perSecond: 32 * 1024 } as const;
/**
 * The rates of a client with the token: an agent sends an answer in many small pieces, and may answer
 * several visitors at once.
 */
const RESIDENT_FRAME_RATE = { burst: 600, perSecond: 200 } as const;
const RESIDENT_BYTE_RATE = { burst: 1024 * 1024, perSecond: 128 * 1024 } as const;
/** How long a client may take to answer a close frame before it is cut off. */
export const CLOSE_TIMEOUT_MS = 1_000;
/** How many checks in a row may find that a client has read nothing. */
const MAX_CHECKS_WITHOUT_PROGRESS = 4;

/** Close codes of RFC 6455. */
export const closeCodes = {
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  internal: 1011,
  tryLater: 1013,
} as const;

export type Role = 'visitor' | 'resident' | 'observer';

/** Closes a socket, and cuts it off if it does not answer: until then it costs memory. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}

/** One client: its socket, its role, and its limits. */
export class Peer {
  readonly ip: string;
  role: Role | undefined;
  /** The id of the session; set for visitors after their hello. */
  session: string | undefined;
  /** Resolves when the hello was handled; other frames wait for it. */
  greeting: Promise<void> | undefined;
  /** How many pings were sent since the client has last answered one. */
  unanswered = 0;
  /**
   * Whether the owner is signed in in the browser of this socket. Checked with each order: the owner may sign
   * out.
   */
  isOwner: () => boolean = () => false;
  /** Who reads in the browser of this socket; asked again, because a sign-in or a link may end. */
  reader: () => Reader = () => 'stranger';
  /** The reader that the welcome was for; undefined before the welcome, and for clients with the token. */
  welcomedAs: Reader | undefined;
  /**
   * Returns what the client gets of a frame, or undefined if it gets nothing. Without a filter the client
   * gets every frame.
   */
  filter: ((type: string, text: string) => string | undefined) | undefined;
  /** Counts what the client has sent: frames and pongs. */
  signs = 0;
  readonly #socket: WebSocket;
  readonly #maxBufferedBytes: number;
  readonly #now: () => number;
  readonly #traffic: Traffic;
  #frames: TokenBucket;
  #bytes: TokenBucket;
  /** The bytes that have ever waited for this client, and how many of them it had read at the last check. */
  #queuedBytes = 0;
  #lastReadBytes = 0;
  #checksWithoutProgress = 0;

  constructor(
    socket: WebSocket,
    ip: string,
    now: () => number,
    { maxBufferedBytes, traffic }: { maxBufferedBytes: number; traffic: Traffic },
  ) {
    this.#socket = socket;
    this.#traffic = traffic;
    this.ip = ip;
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#now = now;
    this.#frames = new TokenBucket(FRAME_RATE, now);
    this.#bytes = new TokenBucket(BYTE_RATE, now);
  }

  /**
   * Counts a received frame. False if it exceeds a limit: then the socket is closed and not read
   * any more.
   */
  count(bytes: number): boolean {
    if (!this.isOpen) return false;
    if (this.#frames.take() && this.#bytes.take(bytes)) return true;
    this.close(closeCodes.policy, 'too many frames');
    this.#socket.pause();
    return false;
  }

  /** Applies the limits of an agent: this client has the token. */
  allowAgent(): void {
    this.#frames = new TokenBucket(RESIDENT_FRAME_RATE, this.#now);
    this.#bytes = new TokenBucket(RESIDENT_BYTE_RATE, this.#now);
  }

  send(frame: ServerFrame | ToResidentFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends a frame that is JSON text already: a broadcast is serialised once for all clients. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > this.#maxBufferedBytes) {
      // All clients share the memory, so a slow client must not fill it.
      this.terminate('too far behind');
      return;
    }
    const shown = this.filter ? this.filter(typeOf(text), text) : text;
    if (shown === undefined) return;
    this.#traffic.countSent(shown);
    const before = this.bufferedBytes;
    this.#socket.send(shown);
    this.#queuedBytes += this.bufferedBytes - before;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes that wait to be sent to this client. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /**
   * Call it at regular intervals. True if bytes wait and several calls in a row found that none were read.
   */
  isStuck(): boolean {
    const { bufferedBytes } = this;
    // More may have been sent since the last check than was read, so the bytes that wait say too little.
    const readBytes = this.#queuedBytes - bufferedBytes;
    const progress = bufferedBytes === 0 || readBytes > this.#lastReadBytes;
    this.#lastReadBytes = readBytes;
    this.#checksWithoutProgress = progress ? 0 : this.#checksWithoutProgress + 1;
    return this.#checksWithoutProgress > MAX_CHECKS_WITHOUT_PROGRESS;
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    if (code !== closeCodes.goingAway) this.#traffic.drops.add(reason);
    closeSoon(this.#socket, code, reason);
  }

  /** Closes the connection for a restart: pages reconnect by themselves, each after a random time. */
  goAway(): void {
    this.close(closeCodes.goingAway, 'the home is shutting down');
  }

  /** Cuts off the connection. `reason` is only counted, not sent. */
  terminate(reason: string): void {
    this.#traffic.drops.add(reason);
    this.#socket.terminate();
  }
}
