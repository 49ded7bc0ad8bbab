import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StorageBudgets } from '../../../../harness/bridge/conversation/storage-budgets.ts';
import { Client, withHome } from '../../helpers.ts';
import { quick } from '../../residents.ts';

const HOUR = 3_600_000;
const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `192.0.2.${index}`);

/** Writes messages of 21 kB until one is refused; returns how many bytes were taken, and the refusal. */
function flood(budgets: StorageBudgets, address: string): [number, string] {
  for (let bytes = 0; ; bytes += 21_000) {
    const refusal = budgets.take(address, 21_000);
    if (refusal) return [bytes, refusal];
  }
}

describe('the storage budgets', () => {
  test('give an address 8 MB at once, then 1 MB an hour', () => {
    let now = 0;
    const budgets = new StorageBudgets(() => now);
    const [bytes, refusal] = flood(budgets, '192.0.2.1');
    assert.ok(bytes > 7_900_000 && bytes <= 8_000_000);
    assert.equal(refusal, 'too-large');
    now += HOUR;
    const [more] = flood(budgets, '192.0.2.1');
    assert.ok(more > 900_000 && more <= 1_100_000);
  });

  test('give all addresses together a tenth of the store at once, then a tenth an hour', () => {
    let now = 0;
    const budgets = new StorageBudgets(() => now, 100_000_000);
    const all = (): number => addresses(68).reduce((sum, address) => sum + flood(budgets, address)[0], 0);
    // Each address has 64 kB of its own besides.
    const small = 68 * 65_536;
    const first = all();
    assert.ok(first > 10_000_000 && first <= 10_000_000 + small, `${first}`);
    assert.equal(flood(budgets, '192.0.2.1')[1], 'busy');
    now += HOUR;
    const second = all();
    assert.ok(second > 10_000_000 && second <= 10_000_000 + small + 21_000, `${second}`);
  });

  test('serve an address that has written little while others have used up what all have', () => {
    let now = 0;
    const budgets = new StorageBudgets(() => now, 20_000_000);
    for (let hour = 0; hour < 10; hour++) {
      for (const address of addresses(20)) flood(budgets, address);
      for (let question = 0; question < 25; question++) {
        assert.equal(budgets.take('198.51.100.7', 300), undefined);
        budgets.spend('198.51.100.7', 2_000);
      }
      now += HOUR;
    }
  });

  test('count the answers: a small question with a long answer is not small', () => {
    const budgets = new StorageBudgets(() => 0, 1_000_000);
    while (budgets.take('192.0.2.1', 100) === undefined);
    assert.equal(budgets.take('198.51.100.7', 300), undefined);
    budgets.spend('198.51.100.7', 66_000);
    assert.equal(budgets.take('198.51.100.7', 300), 'busy');
  });

  test('bound what an address stores, however many sessions it opens', async () => {
    const bridge = { addressBudget: { burst: 100_000, perSecond: 0 } };
    await withHome({ bridge, resident: quick }, async ({ url, store }) => {
      let stored = 0;
      for (let visit = 0; visit < 3; visit++) {
        const client = new Client(url);
        const { session } = await client.hello();
        for (let i = 0; i < 3; i++) await client.ask(`c${i}`, '字'.repeat(8_000));
        stored += store
          .after(store.openSession(session).id, 0)
          .filter(({ role }) => role === 'visitor').length;
        if (visit === 2) {
          const refusal = await client.frame('error');
          assert.equal(refusal.code, 'too-large');
          assert.match(refusal.message, /in an hour/);
        }
        await client.close();
      }
      assert.equal(stored, 4);
    });
  });
});
