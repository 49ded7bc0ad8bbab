import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalBus } from '../../../../harness/bus/local-bus.ts';
import { Client, startHome, until } from '../../helpers.ts';

test('what concerns all visitors reaches those of every gateway once, and is kept there', async () => {
  const bus = new LocalBus();
  await using one = await startHome({ bus, bridge: { token: 'secret' } });
  await using two = await startHome({ bus: bus.join() });
  const near = new Client(one.url);
  const far = new Client(two.url);
  await Promise.all([near.hello(), far.hello()]);
  one.app.home.bridge.broadcast({ type: 'milestone-complete', detail: { title: 'First light' } });
  const agent = new Client(one.url);
  await agent.hello({ role: 'resident', token: 'secret' });
  agent.send({ type: 'activity', activity: { state: 'working', task: 'mends the roof' } });
  await Promise.all([near.frame('activity'), far.frame('activity')]);
  for (const visitor of [near, far])
    assert.equal(visitor.frames.filter(({ type }) => type === 'milestone-complete').length, 1);
  for (const { store } of [one, two])
    assert.deepEqual(
      store.milestones().map(({ reason }) => reason),
      ['First light'],
    );
  // Who comes later learns what happens now from their own gateway.
  const later = new Client(two.url);
  await later.hello();
  assert.match(JSON.stringify(await later.frame('activity')), /mends the roof/);
  await Promise.all([near, far, agent, later].map((client) => client.close()));
});

test('only frames to all are taken from the bus', async () => {
  const bus = new LocalBus();
  await using home = await startHome({ bus });
  const visitor = new Client(home.url);
  await visitor.hello();
  const stranger = bus.join();
  for (const text of [
    '{',
    '{"type":"ping"}',
    JSON.stringify({ type: 'error', code: 'internal', message: 'x' }),
    JSON.stringify({ type: 'chat-delta', id: 'a-c', replyTo: 'c', offset: 0, text: 'x' }),
    JSON.stringify({ type: 'milestone-complete', detail: { title: 'x'.repeat(100_000) } }),
    JSON.stringify({ type: 'milestone-complete', detail: { title: 'The last one' } }),
  ])
    stranger.publish('all', text);
  await until(() => visitor.frames.some(({ type }) => type === 'milestone-complete'));
  const kinds = visitor.frames.map(({ type }) => type).filter((type) => type !== 'player-joined');
  assert.deepEqual(kinds, ['welcome', 'milestone-complete']);
  await visitor.close();
});
