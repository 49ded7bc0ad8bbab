import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { LocalBus } from '../../../harness/bus/local-bus.ts';
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
    assert.equal((joined.detail['players'] as string[]).length, 1);
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
