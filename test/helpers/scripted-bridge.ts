import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type ClientFrame, type ServerFrame, clientFrame } from '../../data/chat/protocol.ts';
import {
  type PresenceClientFrame,
  type PresenceServerFrame,
  presenceClientFrame,
} from '../../data/presence/protocol.ts';

type Heard = ClientFrame | PresenceClientFrame;
type Said = ServerFrame | PresenceServerFrame;
type Frame<T extends Heard['type']> = Extract<Heard, { type: T }>;

const frames = v.variant('type', [clientFrame, presenceClientFrame]);

/** Servers here get their frames as one buffer each, the library's default. */
const textOf = (data: RawData): string => (data as Buffer).toString('utf8');

export interface ScriptedBridge {
  /** `http://127.0.0.1:<port>/`: a home's base. */
  readonly base: string;
  /** Checked frames of all connections, in order. */
  readonly heard: readonly Heard[];
  readonly connections: number;
  of<T extends Heard['type']>(type: T): Frame<T>[];
  /** To every connection. */
  say(...frames: readonly (Said | string)[]): void;
  /** What follows a hello; a plain welcome by default. */
  onHello: (hello: Frame<'hello'>, say: (frame: ServerFrame) => void) => void;
  drop(): void;
  stop(): Promise<void>;
  /** Listens on the same port as before, if there was one. */
  start(): Promise<void>;
  /** Listens on a new port, with nothing heard and the plain welcome. */
  begin(): Promise<void>;
}

export const SESSION = 'session-secret-of-one-visitor';
export const welcome = (cursor = 0, session = SESSION): ServerFrame => ({
  type: 'welcome',
  version: 1,
  session,
  resident: { name: 'Timmy', attached: false, note: 'no model' },
  cursor,
  presence: true,
});
export const message = (
  seq: number,
  id: string,
  role: 'visitor' | 'resident',
  text: string,
  more: Partial<Extract<ServerFrame, { type: 'chat-message' }>> = {},
): ServerFrame => ({
  type: 'chat-message',
  id,
  seq,
  role,
  speaker: role === 'visitor' ? 'VISITOR' : 'TIMMY',
  text,
  ts: 1_700_000_000_000 + seq,
  end: 'complete',
  ...more,
});

/** The server side of the bridge, scripted by a test: real sockets, checked frames, no resident. */
export function scriptedBridge(): ScriptedBridge {
  const heard: Heard[] = [];
  const plainHello: ScriptedBridge['onHello'] = (_hello, say) => say(welcome());
  let server: WebSocketServer | undefined;
  let port = 0;
  const send = (socket: WebSocket, frame: Said | string): void =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const start = async (): Promise<void> => {
    const listening = new WebSocketServer({ host: '127.0.0.1', port, path: '/api/world/ws' });
    await new Promise<void>((ready) => listening.once('listening', ready));
    port = (listening.address() as AddressInfo).port;
    listening.on('connection', (socket) => {
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => {
        const frame = v.parse(frames, JSON.parse(textOf(data)));
        heard.push(frame);
        if (frame.type === 'hello') bridge.onHello(frame, (answer) => send(socket, answer));
      });
    });
    server = listening;
  };
  const drop = (): void => {
    for (const client of server?.clients ?? []) client.terminate();
  };
  const bridge: ScriptedBridge = {
    onHello: plainHello,
    get base() {
      return `http://127.0.0.1:${port}/`;
    },
    heard,
    get connections() {
      return server?.clients.size ?? 0;
    },
    of: <T extends Heard['type']>(type: T) => heard.filter((frame): frame is Frame<T> => frame.type === type),
    say(...said: readonly (Said | string)[]) {
      for (const client of server?.clients ?? []) for (const frame of said) send(client, frame);
    },
    drop,
    async stop() {
      const stopping = server;
      server = undefined;
      if (!stopping) return;
      for (const client of stopping.clients) client.terminate();
      await new Promise<void>((closed) => stopping.close(() => closed()));
    },
    start,
    begin() {
      port = 0;
      heard.length = 0;
      bridge.onHello = plainHello;
      return start();
    },
  };
  return bridge;
}
