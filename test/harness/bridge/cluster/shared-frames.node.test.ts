import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextActivity } from '../../../../data/readings/schemas/resident-activity.ts';
import { LocalBus } from '../../../helpers/local-bus.ts';
import { Client, startHome, until } from '../../helpers.ts';

test('a frame for all visitors reaches the visitors of each gateway once, and each gateway keeps it', async () => {
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
  // A client that connects later gets the current state from its own gateway.
  const later = new Client(two.url);
  await later.hello();
  assert.match(JSON.stringify(await later.frame('activity')), /mends the roof/);
  await Promise.all([near, far, agent, later].map((client) => client.close()));
});

test('a gateway that starts learns what the resident does, and keeps what is newer', async () => {
  const bus = new LocalBus();
  await using one = await startHome({ bus });
  one.app.home.bridge.activity.report({ state: 'working', task: 'mends the roof' });
  const second = bus.join();
  await using two = await startHome({ bus: second });
  const visitor = new Client(two.url);
  await visitor.hello();
  assert.equal((await visitor.frame('activity')).activity.task, 'mends the roof');
  const { activity } = two.app.home.bridge;
  const { current } = activity;
  assert.ok(current);
  const stranger = bus.join();
  for (const text of [
    '{',
    JSON.stringify({ ...current, task: 'x'.repeat(1_000), updatedAt: current.updatedAt + 1 }),
    JSON.stringify({ ...current, task: 'an older one', updatedAt: current.updatedAt - 1 }),
  ])
    stranger.publish('present', text);
  // The answers stop after a few, although this program sends requests all the time.
  let answers = 0;
  stranger.subscribe('present', () => (answers += 1));
  for (let asked = 0; asked < 1_000; asked += 1) stranger.publish('present', '');
  stranger.publish('all', JSON.stringify({ type: 'milestone-complete', detail: { title: 'The last one' } }));
  await visitor.frame('milestone-complete');
  assert.deepEqual(activity.current, current);
  assert.ok(answers >= 2 && answers <= 60, `${answers} answers`);
  await visitor.close();
});

test('only frames to all are taken from the bus', async () => {
  const bus = new LocalBus();
  await using home = await startHome({ bus });
  const visitor = new Client(home.url);
  await visitor.hello();
  const stranger = bus.join();
  const now = Date.now();
  const ahead = { ...nextActivity(undefined, { state: 'working' }, now), updatedAt: now + 16 * 60_000 };
  stranger.publish('present', JSON.stringify(ahead));
  for (const text of [
    '{',
    '{"type":"ping"}',
    JSON.stringify({ type: 'error', code: 'internal', message: 'x' }),
    JSON.stringify({ type: 'chat-delta', id: 'a-c', replyTo: 'c', offset: 0, text: 'x' }),
    JSON.stringify({ type: 'milestone-complete', detail: { title: 'x'.repeat(100_000) } }),
    ...['fly', 'view', 'time-lapse'].map((action) =>
      JSON.stringify({ type: 'world-action', action, detail: { portal: 'far', mode: 'photo' } }),
    ),
    JSON.stringify({ type: 'activity', activity: ahead }),
    JSON.stringify({ type: 'milestone-complete', detail: { title: 'The last one' } }),
  ])
    stranger.publish('all', text);
  await until(() => visitor.frames.some(({ type }) => type === 'milestone-complete'));
  const kinds = visitor.frames.map(({ type }) => type).filter((type) => type !== 'player-joined');
  assert.deepEqual(kinds, ['welcome', 'milestone-complete']);
  assert.equal(home.app.home.bridge.activity.current, undefined);
  await visitor.close();
});
