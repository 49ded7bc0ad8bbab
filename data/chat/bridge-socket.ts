import * as v from 'valibot';
import { backOffMs } from '../core/back-off.ts';
import { type ClientFrameInput, MAX_FRAME_BYTES, type ServerFrame, serverFrame } from './protocol.ts';
import { type SocketMaker, releaseSocket } from '../core/socket.ts';

/** Seconds before the first, second, … new try; the last one repeats. */
const BACK_OFF_SECONDS = [0.5, 1, 2, 4, 8, 15, 30];
const CONNECT_TIMEOUT_MS = 15_000;
const PING_AFTER_MS = 25_000;
/** Nothing heard for this long after a ping: the connection is dead though nobody closed it. Silence alone proves nothing, the page may have been hidden. */
const SILENT_AFTER_MS = 20_000;
const OPEN = 1;

export interface BridgeSocketDeps {
  readonly WebSocket: SocketMaker;
  url(): string;
  now(): number;
  random(): number;
  onOpen(): void;
  onFrame(frame: ServerFrame): void;
  onConnecting(): void;
  /** The connection is gone, or did not come about; `everOpen` tells a lost bridge from a home that has none. */
  onWaiting(everOpen: boolean): void;
}

export interface BridgeSocket {
  update(): void;
  /** False when there is no open connection. */
  send(frame: ClientFrameInput): boolean;
  /** Connects anew at once (the server wants another session, or the page is back). */
  restart(): void;
  /** Closes, and stays closed until `restart`. */
  close(): void;
}

/** The bridge's connection: keeps it alive, notices when it is dead, and comes back with back-off. Frames are checked here. */
export function createBridgeSocket(deps: BridgeSocketDeps): BridgeSocket {
  let socket: WebSocket | undefined;
  let closed = false;
  let everOpen = false;
  let losses = 0;
  let due = 0;
  let heardAt = 0;
  let pingedAt = 0;

  const release = (): void => {
    const old = socket;
    socket = undefined;
    releaseSocket(old);
  };

  const wait = (): void => {
    release();
    losses += 1;
    due = deps.now() + backOffMs(BACK_OFF_SECONDS, losses, deps.random);
    deps.onWaiting(everOpen);
  };

  const send = (frame: ClientFrameInput): boolean => {
    if (socket?.readyState !== OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  };

  const receive = (data: unknown): void => {
    heardAt = deps.now();
    // A frame of this length is a broken gateway's; its text was bounded when it was written.
    if (typeof data !== 'string' || data.length > MAX_FRAME_BYTES * 2) return;
    let raw: unknown;
    try {
      raw = JSON.parse(data);
    } catch {
      return;
    }
    const result = v.safeParse(serverFrame, raw);
    // A newer gateway may say what we do not know yet: not an error.
    if (!result.success) return;
    const frame = result.output;
    if (frame.type === 'ping') send({ type: 'pong' });
    else if (frame.type === 'welcome') losses = 0;
    deps.onFrame(frame);
  };

  const connect = (): void => {
    due = deps.now() + CONNECT_TIMEOUT_MS;
    deps.onConnecting();
    let made: WebSocket;
    try {
      made = new deps.WebSocket(deps.url());
    } catch {
      wait();
      return;
    }
    socket = made;
    made.onopen = () => {
      everOpen = true;
      heardAt = pingedAt = deps.now();
      deps.onOpen();
    };
    made.onmessage = ({ data }: MessageEvent<unknown>) => receive(data);
    made.onerror = () => undefined; // followed by a close, which says it all
    made.onclose = wait;
  };

  return {
    update() {
      if (closed) return;
      const now = deps.now();
      if (due - now > 120_000) due = now; // the clock was set back
      if (!socket) {
        if (now >= due) connect();
        return;
      }
      if (socket.readyState !== OPEN) {
        if (now >= due) wait();
        return;
      }
      const asked = pingedAt > heardAt;
      if (asked && now - pingedAt > SILENT_AFTER_MS) {
        wait();
      } else if (!asked && now - heardAt > PING_AFTER_MS) {
        pingedAt = now;
        send({ type: 'ping' });
      }
    },
    send,
    restart() {
      closed = false;
      release();
      losses = 0;
      due = 0;
    },
    close() {
      closed = true;
      release();
    },
  };
}
