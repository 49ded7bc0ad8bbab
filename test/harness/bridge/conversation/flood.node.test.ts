import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { StorageBudgets } from '../../../../harness/bridge/conversation/storage-budgets.ts';
import { Store } from '../../../../harness/store/store.ts';
import { Client, temporaryFolder, type TestHome, withHome } from '../../helpers.ts';
import { quick } from '../../residents.ts';
import { answer, DAY, idsOf, say, storeAt } from '../../store/messages.ts';

const STORE_BYTES = 20_000_000;
/** The connections of one address, and the messages that each may send at once. Four addresses send 27 MB. */
const SOCKETS = 40;
const MESSAGES = 8;

/** A client whose proxy says that it comes from this address. */
const from = (home: string, address: string): Client =>
  new Client(home, { headers: { 'x-forwarded-for': address } });

/** Sends as much as these addresses can at once; returns how much of it was refused, by code. */
async function flood(home: string, addresses: readonly string[]): Promise<Record<string, number>> {
  const refused: Record<string, number> = {};
  const visits = addresses.flatMap((address) =>
    Array.from({ length: SOCKETS }, async () => {
      const client = from(home, address);
      await client.hello();
      const ids = Array.from({ length: MESSAGES }, (_, index) => `f${index}`);
      for (const code of await Promise.all(ids.map((id) => client.ask(id, '字'.repeat(7_000)))))
        if (code !== undefined) refused[code] = (refused[code] ?? 0) + 1;
      await client.close();
    }),
  );
  await Promise.all(visits);
  return refused;
}

async function withSmallHome(body: (home: TestHome) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const store = new Store(join(folder.path, 'conversations.sqlite'), { maxBytes: STORE_BYTES });
  const bridge = { storeBytes: STORE_BYTES };
  await withHome({ store, bridge, resident: quick, trustProxy: 1, requestsPerMinute: 10_000 }, body);
}

/** Three messages from each address, which are somewhat less than 64 kB; some addresses at once. */
async function floodSmall(home: string, addresses: readonly string[]): Promise<Record<string, number>> {
  const refused: Record<string, number> = {};
  const waiting = [...addresses];
  const visit = async (): Promise<void> => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const client = from(home, address);
      await client.hello();
      for (const id of ['f0', 'f1', 'f2']) {
        const code = await client.ask(id, '字'.repeat(6_880));
        if (code !== undefined) refused[code] = (refused[code] ?? 0) + 1;
      }
      await client.close();
    }
  };
  await Promise.all(Array.from({ length: 12 }, visit));
  return refused;
}

/** Checks what an honest visitor still has after a flood from these addresses. */
async function survives(addresses: readonly string[]): Promise<void> {
  await withSmallHome(async ({ url, store }) => {
    const honest = from(url, '198.51.100.7');
    const { session } = await honest.hello();
    for (let i = 0; i < 4; i++) assert.equal(await honest.ask(`q${i}`, `question ${i}`), undefined);
    await honest.close();
    const refused = await flood(url, addresses);
    const again = from(url, '198.51.100.7');
    await again.hello({ session });
    assert.equal(store.after(store.openSession(session).id, 0).length, 8, 'messages kept');
    assert.ok((refused['busy'] ?? 0) > 0, `refused: ${JSON.stringify(refused)}`);
    assert.equal(await again.ask('q4', 'are you there?'), undefined, 'a small visitor is served');
    await again.close();
  });
}

describe('a flood of messages deletes and silences no honest visitor', () => {
  test('from four addresses', () => survives([1, 2, 3, 4].map((host) => `192.0.2.${host}`)));

  test('from one household with IPv6', () =>
    survives([1, 2, 3, 4].map((network) => `2001:db8:0:${network}::1`)));

  test('from 360 addresses with one small session each', () =>
    withSmallHome(async ({ url, store }) => {
      const honest = from(url, '198.51.100.7');
      const { session } = await honest.hello();
      for (let i = 0; i < 4; i++) await honest.ask(`q${i}`, `question ${i}`);
      await honest.close();
      const addresses = Array.from({ length: 360 }, (_, i) => `10.9.${i >> 8}.${i & 255}`);
      const refused = await floodSmall(url, addresses);
      assert.deepEqual(refused, {}, 'each of them writes as little as an address may in any case');
      assert.equal(store.after(store.openSession(session).id, 0).length, 8, 'messages kept');
    }));

  test('from one /48', () => survives([1, 2, 3, 4].map((network) => `2001:db8:0:${network}00::1`)));
});

/**
 * Writes as much as these addresses may, hour after hour, into sessions of less than 64 kB. The home has a
 * tenth of the default limits. Returns how many bytes were written, and how many messages of an honest
 * visitor are left.
 */
function floodFor(hours: number, addresses: number): { written: number; left: number } {
  const [storeBytes, HOUR] = [50_000_000, DAY / 24];
  const { store, time, run } = storeAt(20_400 * DAY, { maxBytes: storeBytes });
  const rate = { burst: 800_000, perSecond: 100_000 / 3600 };
  const budgets = new StorageBudgets(() => time.now, storeBytes, rate);
  const { id: honest } = store.openSession(undefined, { household: 'honest' });
  for (let i = 0; i < 4; i++) {
    store.append(honest, say(`q${i}`, { ts: time.now }));
    store.append(honest, { ...answer(`q${i}`), ts: time.now });
  }
  const text = '字'.repeat(6_880);
  const bytes = Buffer.byteLength(text) + 200;
  const ips = Array.from({ length: addresses }, (_, index) => `192.0.2.${index}`);
  let [written, count] = [0, 0];
  for (let hour = 0; hour < hours; hour++) {
    for (const ip of ips)
      for (let id = '', message = 0; budgets.take(ip, bytes) === undefined; message++) {
        if (message % 3 === 0) ({ id } = store.openSession(undefined, { household: ip }));
        store.append(id, say(`f${count++}`, { ts: time.now, text }));
        written += bytes;
      }
    run(HOUR);
  }
  const left = idsOf(store, honest).length;
  store.close();
  return { written, left };
}

describe('a flood of small sessions displaces itself', () => {
  test('from one address, for a month', () => {
    const { written, left } = floodFor(30 * 24 - 1, 1);
    assert.ok(written > 70_000_000, `${written}`);
    assert.equal(left, 8);
  });

  test('from 68 addresses, for a day', () => {
    const { written, left } = floodFor(24, 68);
    assert.ok(written > 100_000_000, `${written}`);
    assert.equal(left, 8);
  });
});
