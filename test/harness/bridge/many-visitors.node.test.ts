import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { Bridge } from '../../../harness/bridge/bridge.ts';
import { ResidentRoom } from '../../../harness/resident/room/resident-room.ts';
import { Store } from '../../../harness/store/store.ts';
import { until } from '../../helpers/waiting.ts';
import { temporaryFolder } from '../helpers.ts';
import { echo } from '../residents.ts';
import { ManyVisitors } from './many-visitors.ts';

const VISITORS = 100;
const QUESTIONS = 3;

/** A bridge over real sockets, with the sessions in a real file. */
async function startBridge(folder: string, port: number) {
  const store = new Store(join(folder, 'sessions.db'));
  const bridge = new Bridge({
    store,
    resident: new ResidentRoom(echo(5)),
    state: createState(defaultConfig),
    now: Date.now,
    log: () => undefined,
    maxSocketsPerIp: 1_000,
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port, path: '/api/world/ws' });
  await new Promise<void>((ready) => server.once('listening', ready));
  server.on('connection', (socket) => bridge.accept(socket, '127.0.0.1'));
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      bridge.close();
      for (const client of server.clients) client.terminate();
      await new Promise<void>((closed) => server.close(() => closed()));
      store.close();
    },
  };
}

// The same with a thousand visitors, and a home that is killed: npm run bench -- chats.
test('a hundred visitors ask at once beside one who never reads, and the home restarts in the middle', async () => {
  await using folder = await temporaryFolder();
  let gateway = await startBridge(folder.path, 0);
  const { port } = gateway;
  let ahead = 0;
  const visitors = new ManyVisitors(
    `http://127.0.0.1:${port}/`,
    VISITORS,
    QUESTIONS,
    () => Date.now() + ahead,
  );
  const deaf = new WebSocket(`ws://127.0.0.1:${port}/api/world/ws`);
  deaf.on('error', () => undefined);
  deaf.on('open', () => {
    deaf.send('{"type":"hello","version":1}');
    deaf.send('{"type":"presence","visible":true,"watching":true}');
    deaf.pause();
  });
  try {
    await until('all are connected', () => visitors.areConnected);
    visitors.ask();
    await until('some are answered', () => visitors.answered >= VISITORS);
    await gateway.stop();
    gateway = await startBridge(folder.path, port);
    ahead += 40_000;
    await until('all are answered', () => visitors.answered >= VISITORS * QUESTIONS);
    await until('all is in order', () => visitors.faults.length === 0, 2_000).catch(() => undefined);
    assert.deepEqual(visitors.faults, []);
  } finally {
    visitors.close();
    deaf.terminate();
    await gateway.stop();
  }
});
