/**
 * The server for bridge.ts, in a separate process: `home` is the gateway with its bridge, schema and limits;
 * `bare` is the `ws` library alone. It gets its orders over IPC, so that only the work itself is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocketServer } from 'ws';
import { defaultConfig } from '../../data/config/config.ts';
import type { ServerFrame } from '../../data/chat/protocol.ts';
import { NoCodeHost } from '../../harness/gateway/code-host/cached.ts';
import { createGateway } from '../../harness/gateway/gateway.ts';
import { readUnderstanding } from '../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../harness/resident/answers/status-resident.ts';
import { Store } from '../../harness/store/store.ts';

export type Order =
  | { readonly kind: 'broadcast'; readonly times: number }
  | { readonly kind: 'memory' }
  | { readonly kind: 'usage' };
export type Answer =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'done'; readonly cpuMicroseconds: number }
  | { readonly kind: 'memory'; readonly resident: number; readonly live: number }
  /** Processor time since the start, and what the home left out of its frames about other visitors. */
  | {
      readonly kind: 'usage';
      readonly cpuMicroseconds: number;
      readonly left: Readonly<Record<string, number>>;
    };

const frame: ServerFrame = {
  type: 'status-update',
  detail: {
    agents: ['one', 'two', 'three'],
    note: 'a status as long as they usually are, some two hundred bytes of it',
  },
};
const MANY = 1_000_000;
const dist = join(resolve(import.meta.dirname, '../..'), 'dist');
const answer = (message: Answer): void => void process.send?.(message);

interface Target {
  readonly port: number;
  /** What the home left out of presence since the start, by kind. */
  readonly left: () => Readonly<Record<string, number>>;
  broadcast(): void;
}

async function homeTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const app = await createGateway({
    dist,
    ownerFiles: join(folder, 'public'),
    config: defaultConfig,
    codeHosts: [new NoCodeHost('the bench shows no commits')],
    store: new Store(join(folder, 'conversations.sqlite')),
    resident: new StatusResident(readUnderstanding, { demo: false }),
    poll: false,
    bridge: { maxSocketsPerIp: MANY },
    requestsPerMinute: MANY,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { bridge } = app.home;
  return {
    port,
    left: () => Object.fromEntries(bridge.players.leftOut),
    broadcast: () => bridge.broadcast(frame),
  };
}

async function bareTarget(): Promise<Target> {
  const text = JSON.stringify(frame);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  // The bare server answers the same greeting, so that the client treats both servers in the same way.
  server.on('connection', (socket) => socket.once('message', () => socket.send('{"type":"welcome"}')));
  await new Promise<void>((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    left: () => ({}),
    broadcast: () => {
      for (const client of server.clients) client.send(text);
    },
  };
}

const target = await (process.argv[2] === 'home' ? homeTarget() : bareTarget());

process.on('message', (order: Order) => {
  if (order.kind === 'memory') {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    answer({ kind: 'memory', resident: rss, live: heapUsed + external });
    return;
  }
  if (order.kind === 'usage') {
    const { user, system } = process.cpuUsage();
    answer({ kind: 'usage', cpuMicroseconds: user + system, left: target.left() });
    return;
  }
  const before = process.cpuUsage();
  for (let i = 0; i < order.times; i++) target.broadcast();
  // Data that the sockets could not take immediately is written in the next turns of the event loop.
  setImmediate(() => {
    const { user, system } = process.cpuUsage(before);
    answer({ kind: 'done', cpuMicroseconds: user + system });
  });
});
process.on('disconnect', () => process.exit(0));

answer({ kind: 'listening', port: target.port });
