import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Store } from '../../../../harness/store/store.ts';
import { Client, temporaryFolder, type TestHome, withHome } from '../../helpers.ts';
import { quick } from '../../residents.ts';

const STORE_BYTES = 20_000_000;
/** Of each address: as many messages as its connections may send at once, 27 MB of four addresses. */
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

/** What an honest visitor has after a flood from these addresses. */
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

  test('from one /48', () => survives([1, 2, 3, 4].map((network) => `2001:db8:0:${network}00::1`)));
});
