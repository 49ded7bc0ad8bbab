import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { Store } from '../../../harness/store/store.ts';
import { startHome } from '../helpers.ts';

interface Health {
  readonly status: string;
  readonly uptimeSeconds: number;
  readonly store?: string;
}
const healthOf = async (url: string): Promise<{ code: number; body: Health }> => {
  const response = await fetch(`${url}/healthz`);
  return { code: response.status, body: (await response.json()) as Health };
};

test('answers a probe however often the address asks', async () => {
  await using home = await startHome({ requestsPerMinute: 10 });
  for (let i = 0; i < 12; i++) await (await fetch(`${home.url}/version.json`)).text();
  assert.equal((await fetch(`${home.url}/version.json`)).status, 429);
  for (let i = 0; i < 12; i++) assert.equal((await healthOf(home.url)).code, 200);
});

test('keeps the uptime from falling below zero when the clock is set back', async () => {
  let now = 1_800_000_000_000;
  await using home = await startHome({ now: () => now });
  now -= 7_200_000;
  const { uptimeSeconds } = (await healthOf(home.url)).body;
  assert.ok(uptimeSeconds >= 0, String(uptimeSeconds));
});

test('is unhealthy with the cause when the store fails, on both ports', async () => {
  const store = new Store(':memory:');
  const home = await startHome({ store });
  const bridge = await createBridgeListener(home.app.home, 0);
  const bridgeUrl = await bridge.listen({ host: '127.0.0.1', port: 0 });
  try {
    store.close();
    for (const url of [home.url, bridgeUrl]) {
      const { code, body } = await healthOf(url);
      assert.equal(code, 503);
      assert.equal(body.status, 'error');
      assert.match(body.store ?? '', /not open/);
    }
  } finally {
    await bridge.close();
    await home.close();
  }
});

test('the store detects missing tables and a read-only database', (context) => {
  // The store's connection: settings such as `query_only` hold for one connection only.
  const exec = context.mock.method(DatabaseSync.prototype, 'exec');
  const store = new Store(':memory:');
  const database = exec.mock.calls[0]?.this;
  assert.ok(database instanceof DatabaseSync);
  assert.equal(store.health(), undefined);
  database.exec('PRAGMA query_only = 1');
  assert.match(store.health() ?? '', /readonly/);
  database.exec('PRAGMA query_only = 0');
  assert.equal(store.health(), undefined);
  database.exec('DROP TABLE messages');
  assert.match(store.health() ?? '', /no such table: messages/);
  store.close();
});
