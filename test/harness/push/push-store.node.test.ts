import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteMark } from '../../../harness/core/networks.ts';
import { MAX_VISITORS, PushStore } from '../../../harness/push/push-store.ts';

const HOME = 'https://home.example/';
const keys = { p256dh: 'p', auth: 'a' };
const settings = { kinds: ['waiting' as const], doneMinutes: 5, timeZone: 'UTC' };

describe('the places for browsers of visitors', () => {
  it('are shared between networks: a flood loses its newest places, and the owner loses none', () => {
    const store = new PushStore(':memory:');
    const follow = (name: string, address: string) =>
      store.putPortals({ endpoint: `https://push.example/${name}`, keys }, HOME, ['far'], siteMark(address));
    const names = () => store.subscriptions.map(({ endpoint }) => new URL(endpoint).pathname.slice(1));
    store.putDevice({ endpoint: 'https://push.example/owner', keys }, HOME, { signIn: '1.1', settings });
    assert.equal(follow('owner', '203.0.113.1'), true);
    assert.equal(follow('first', '198.51.100.7'), true);
    for (let index = 0; index < MAX_VISITORS - 1; index++)
      assert.equal(follow(`flood${index}`, `203.0.113.${index % 250}`), true);
    // All places are taken, and this network has most of them.
    assert.equal(follow('flood-more', '203.0.113.251'), false);
    assert.equal(follow('second', '198.51.100.8'), true);
    assert.equal(follow('third', '2001:db8:1:2::'), true);
    assert.equal(follow('second', '198.51.100.9'), true);
    const kept = names();
    assert.equal(kept.length, MAX_VISITORS + 1);
    for (const name of ['owner', 'first', 'second', 'third', 'flood0']) assert.ok(kept.includes(name), name);
    for (const name of ['flood-more', `flood${MAX_VISITORS - 2}`, `flood${MAX_VISITORS - 3}`])
      assert.ok(!kept.includes(name), name);
    store.close();
  });

  it('are counted by the /24 and the /48', () => {
    assert.equal(siteMark('203.0.113.1'), siteMark('203.0.113.250'));
    assert.notEqual(siteMark('203.0.113.1'), siteMark('203.0.114.1'));
    assert.equal(siteMark('2001:db8:1:2::'), siteMark('2001:db8:1:ff00::'));
    assert.notEqual(siteMark('2001:db8:1:2::'), siteMark('2001:db8:2:2::'));
    assert.match(siteMark('203.0.113.1'), /^[\da-f]{4}$/);
  });
});
