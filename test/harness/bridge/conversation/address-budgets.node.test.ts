import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressBudgets } from '../../../../harness/bridge/conversation/address-budgets.ts';
import { addressOf } from '../../../../harness/bridge/routes.ts';
import type { Resident } from '../../../../harness/resident/resident.ts';
import { Client, withHome } from '../../helpers.ts';

const quick: Resident = {
  attached: false,
  who: { kind: 'status', name: 'a test', place: 'this home' },
  note: 'quick',
  async *answer() {
    yield 'ok';
  },
};

describe('the storage budget of an address', () => {
  test('is bounded, however many sessions it opens', async () => {
    const bridge = { addressBudget: { burst: 100_000, perSecond: 0 } };
    await withHome({ bridge, resident: quick }, async ({ url, store }) => {
      let stored = 0;
      for (let visit = 0; visit < 3; visit++) {
        const client = new Client(url);
        const { session } = await client.hello();
        for (let i = 0; i < 3; i++) {
          client.send({ type: 'chat', id: `c${i}`, text: '字'.repeat(8_000) });
          await Promise.race([client.answerTo(`c${i}`), client.frame('error', ({ ref }) => ref === `c${i}`)]);
        }
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

  test('refills with time, and is forgotten once it is full', () => {
    let now = 0;
    const budgets = new AddressBudgets(() => now, { burst: 1_000, perSecond: 1 });
    assert.equal(budgets.take('one', 900), true);
    budgets.spend('one', 400);
    assert.equal(budgets.take('one', 1), false, 'an answer may go beyond, and is made up for');
    assert.equal(budgets.take('two', 900), true, 'others have their own');
    now += 301_000;
    assert.equal(budgets.take('one', 1), true);
    budgets.sweep();
    assert.equal(budgets.size, 2);
    now += 1_000_000;
    budgets.sweep();
    assert.equal(budgets.size, 0);
  });

  test('is shared by an IPv6 network', () => {
    assert.equal(addressOf({ ip: '2001:db8::1' }), addressOf({ ip: '2001:db8::ffff:2' }));
    assert.notEqual(addressOf({ ip: '2001:db8::1' }), addressOf({ ip: '2001:db8:0:1::1' }));
    assert.equal(addressOf({ ip: '192.0.2.7' }), '192.0.2.7');
  });
});
