import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { Store } from '../../../harness/store/store.ts';
import { until } from '../../helpers/waiting.ts';
import { temporaryFolder } from '../helpers.ts';
import { ManyVisitors } from './many-visitors.ts';
import { startBridge } from './start-bridge.ts';

const VISITORS = 100;
const QUESTIONS = 3;

/** A bridge with its sessions in a real file. */
async function startHere(folder: string, port: number) {
  const store = new Store(join(folder, 'sessions.db'));
  const gateway = await startBridge(port, { store });
  const stop = async (): Promise<void> => {
    await gateway.stop();
    store.close();
  };
  return { port: gateway.port, stop };
}

// The same with a thousand visitors, and a home that is killed: npm run bench -- chats.
test('a hundred visitors ask at once beside one who never reads, and the home restarts in the middle', async () => {
  await using folder = await temporaryFolder();
  let gateway = await startHere(folder.path, 0);
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
    gateway = await startHere(folder.path, port);
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
