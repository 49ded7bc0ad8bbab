import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { Presence } from '../../../harness/bridge/presence.ts';
import { LocalBus } from '../../helpers/local-bus.ts';
import { until } from '../../helpers/waiting.ts';
import { Client, withHome } from '../helpers.ts';

test('announces a visitor’s arrival and departure once a session, not once a tab', async () => {
  await withHome({}, async ({ app, url }) => {
    const watcher = new Client(url);
    await watcher.hello();
    await watcher.frame('player-joined');
    const one = new Client(url);
    const { session } = await one.hello();
    const joined = await watcher.frame('player-joined', ({ detail }) => detail['visitors'] === 2);
    assert.equal(joined.detail['count'], 1);
    assert.doesNotMatch(JSON.stringify(joined), new RegExp(session));
    const two = new Client(url);
    await two.hello({ session });
    await one.close();
    await pause(300);
    assert.equal(watcher.frames.filter(({ type }) => type === 'player-left').length, 0);
    await two.close();
    assert.equal((await watcher.frame('player-left')).detail['visitors'], 1);
    assert.equal(app.home.bridge.counts.visitors, 1);
    await watcher.close();
  });
});

test('names a visitor whom others see, only counts a hidden one, and tells each about the others', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const frames: ServerFrame[] = [];
  const forAda: unknown[] = [];
  const visible = new Set(['ada']);
  const presence = new Presence({
    announce: (frame, frameFor) => {
      frames.push(frame);
      forAda.push(frameFor('ada'));
      assert.equal(frameFor('eve'), undefined);
    },
    salt: 'salt',
    isVisible: (session) => visible.has(session),
    remoteVisitors: () => 0,
  });
  presence.joined('ada');
  presence.joined('bob');
  context.mock.timers.tick(300);
  presence.left('ada');
  visible.clear();
  presence.left('bob');
  context.mock.timers.tick(300);
  const name = /"players":\["([\da-f]{8})"\]/.exec(JSON.stringify(frames[0]))?.[1];
  assert.ok(name);
  assert.deepEqual(frames, [
    { type: 'player-joined', detail: { players: [name], count: 2, visitors: 2 } },
    { type: 'player-left', detail: { players: [name], count: 2, visitors: 0 } },
  ]);
  assert.deepEqual(forAda[0], { type: 'player-joined', detail: { players: [], count: 1, visitors: 2 } });
});

test('a visitor who hides leaves without a name', async () => {
  await withHome({}, async ({ app, url }) => {
    const watcher = new Client(url);
    await watcher.hello();
    for (const visible of [true, false]) {
      const visitor = new Client(url);
      await visitor.hello();
      await watcher.frame('player-joined', ({ detail }) => detail['visitors'] === 2);
      visitor.send({ type: 'presence', visible: true, watching: false });
      visitor.send({ type: 'position', p: [1, 1.6, 2, 0] });
      await until('they are seen', () => app.home.bridge.players.counts.visible === 1);
      if (!visible) visitor.send({ type: 'presence', visible: false, watching: false });
      await until('they are as they want', () => app.home.bridge.players.counts.visible === Number(visible));
      await visitor.close();
      const { detail } = await watcher.frame('player-left');
      assert.equal((detail['players'] as string[]).length, Number(visible));
      assert.equal(detail['count'], 1);
      watcher.frames.length = 0;
    }
    await watcher.close();
  });
});

test('counts the visitors at all gateways of a world', async () => {
  const bus = new LocalBus();
  await withHome({ bus }, (here) =>
    withHome({ bus: bus.join() }, async (there) => {
      const [one, two] = [new Client(here.url), new Client(there.url)];
      await one.hello();
      await one.frame('player-joined');
      const others = there.app.home.bridge.gateways;
      await until('the visitor is known there', () => others?.remoteVisitors === 1);
      await two.hello();
      assert.equal((await two.frame('player-joined')).detail['visitors'], 2);
      assert.equal(there.app.home.bridge.counts.visitors, 1);
      for (const client of [one, two]) await client.close();
    }),
  );
});
