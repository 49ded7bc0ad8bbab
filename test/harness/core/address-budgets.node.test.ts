import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressBudgets } from '../../../harness/core/address-budgets.ts';
import { networksOf } from '../../../harness/core/networks.ts';
import { addressOf } from '../../../harness/bridge/routes.ts';

describe('the budget of an address', () => {
  test('refills with time, and is forgotten once it is full', () => {
    let now = 0;
    const budgets = new AddressBudgets(() => now, { burst: 1_000, perSecond: 1 });
    assert.equal(budgets.take('192.0.2.1', 900), true);
    budgets.spend('192.0.2.1', 400);
    assert.equal(budgets.take('192.0.2.1', 1), false, 'below zero, and made up for');
    assert.equal(budgets.take('192.0.2.2', 900), true, 'others have their own');
    now += 301_000;
    assert.equal(budgets.take('192.0.2.1', 1), true);
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

  test('is one for the 256 networks of a household, and four for those of a /48', () => {
    const budgets = new AddressBudgets(() => 0, { burst: 10, perSecond: 0 });
    const taken = (...ips: string[]): number =>
      ips.map((ip) => addressOf({ ip })).filter((address) => budgets.take(address, 5)).length;
    const household = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
    assert.equal(taken(...household), 2);
    const company = Array.from({ length: 256 }, (_, index) => `2001:db8:2:${index.toString(16)}00::1`);
    assert.equal(taken(...company), 8);
    assert.equal(taken('2001:db8:3::1', '192.0.2.1', '192.0.2.2'), 3, 'another customer has their own');
  });

  test('knows the networks of every form of an address', () => {
    const names = (ip: string): string[] => networksOf(addressOf({ ip })).map(({ name }) => name);
    assert.deepEqual(names('2001:db8:0:1234:5:6:7:8'), [
      '2001:db8:0:1234::',
      '2001:db8:0:12/56',
      '2001:db8:0/48',
    ]);
    for (const [one, other] of [
      ['2001:db8:1:ff::1', '2001:db8:1::2'],
      ['2001:db8:1:1ff::1', '2001:db8:1:100::1'],
      ['::1', '::2'],
      ['2001:0:0:1::1', '2001::ff:0:0:0:1'],
    ] as const)
      assert.deepEqual(names(one).slice(1), names(other).slice(1), `${one} and ${other}`);
    assert.notEqual(names('2001:db8:1:1ff::1')[1], names('2001:db8:1:2ff::1')[1]);
    assert.equal(names('2001:db8:1:1ff::1')[2], names('2001:db8:1:2ff::1')[2]);
    assert.notEqual(names('2001:db8:1::1')[2], names('2001:db8:2::1')[2]);
    assert.deepEqual(names('::ffff:192.0.2.7'), ['192.0.2.7']);
  });

  test('refuses without counting in any of the networks', () => {
    const budgets = new AddressBudgets(() => 0, { burst: 10, perSecond: 0 });
    const [one, other] = ['2001:db8::1', '2001:db8:0:100::1'].map((ip) => addressOf({ ip }));
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(budgets.take(one, 11), false);
    assert.equal(budgets.take(one, 10), true);
    for (let i = 0; i < 10; i++) assert.equal(budgets.take(one, 10), false);
    assert.equal(budgets.take(other, 10), true);
  });
});
