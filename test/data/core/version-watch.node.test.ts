import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createState } from '../../../data/state.ts';
import { createVersionWatch, isOwnBuild, reloadForBuild } from '../../../data/core/version-watch.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { theme } from '../../../theme/theme.ts';

const settled = () => new Promise((next) => setTimeout(next, 2));

/** A watch with a server and a clock that the test controls. */
function watched(isOwn?: (build: string) => boolean) {
  const home = { build: 'a', down: false, now: 0, asked: 0 };
  const told: string[] = [];
  const watch = createVersionWatch(
    {
      fetch: async () => {
        home.asked += 1;
        if (home.down) throw new TypeError('no network');
        return new Response(JSON.stringify({ version: '1.0.0', build: home.build }));
      },
      monotonicNow: () => home.now,
      base: 'https://home.example/',
    },
    (build) => told.push(build),
    isOwn,
  );
  const state = createState();
  watch.init(undefined, state, theme);
  const minute = async () => {
    home.now += 60_000;
    watch.update(0, 0);
    await settled();
  };
  return { home, told, watch, minute, state };
}

test('reports another build once', async () => {
  const { home, told, watch, minute } = watched();
  watch.update(0, 0);
  await settled();
  await minute();
  assert.deepEqual(told, []);
  home.build = 'b';
  await minute();
  await minute();
  assert.deepEqual(told, ['b']);
});

test('requests once a minute, not with every tick', async () => {
  const { home, watch } = watched();
  for (let second = 0; second < 59; second++) {
    watch.update(second, 1);
    await settled();
    home.now += 1000;
  }
  assert.equal(home.asked, 1);
});

test('ignores a server that is down', async () => {
  const { home, told, watch, minute } = watched();
  watch.update(0, 0);
  await settled();
  home.down = true;
  await minute();
  home.down = false;
  await minute();
  assert.deepEqual(told, []);
  assert.equal(home.asked, 3);
});

test('reports nothing after dispose', async () => {
  const { home, told, watch } = watched();
  watch.update(0, 0);
  await settled();
  home.build = 'b';
  home.now += 60_000;
  watch.update(0, 0);
  watch.dispose?.();
  await settled();
  assert.deepEqual(told, []);
});

test('requests at once when the bridge reconnects: an updated server was restarted', async () => {
  const { home, told, watch, state } = watched();
  state.bridge.set({ state: 'open' });
  watch.update(0, 0);
  await settled();
  home.build = 'b';
  for (const bridge of ['waiting', 'connecting'] as const) {
    state.bridge.set({ state: bridge });
    home.now += 1000;
    watch.update(0, 0);
    await settled();
  }
  assert.equal(home.asked, 1);
  state.bridge.set({ state: 'open' });
  watch.update(0, 0);
  await settled();
  assert.deepEqual(told, ['b']);
});

test('reports the first build it sees if the page says that it is not its own', async () => {
  const { told, watch } = watched((build) => build !== 'a');
  watch.update(0, 0);
  await settled();
  assert.deepEqual(told, ['a']);
});

const SCRIPT = 'https://home.example/assets/index-AbCd1234.js';

test('a page is of a build that names its script, until another build follows', () => {
  const isOwn = isOwnBuild(SCRIPT);
  assert.ok(isOwn('b1 index-AbCd1234.js heartbeat-EfGh5678.js'));
  assert.ok(!isOwn('b2 index-AbCd1234.js heartbeat-zzzz9999.js'), 'another build with the same script');
  assert.ok(!isOwnBuild(SCRIPT)('b2 index-zzzz9999.js'), 'the page came from a copy');
});

test('a page that stays old in spite of its reload does not reload again for this build', () => {
  const storage = new MemoryStorage();
  let reloads = 0;
  for (const build of ['b2', 'b2', 'b3']) {
    const { isOwn, onNewVersion } = reloadForBuild(SCRIPT, storage, () => void reloads++);
    if (!isOwn(build)) onNewVersion(build);
  }
  assert.equal(reloads, 2);
});

test('without storage only a page that has seen an earlier build reloads', () => {
  const { isOwn } = reloadForBuild(SCRIPT, undefined, () => undefined);
  assert.ok(isOwn('b2'));
  assert.ok(!isOwn('b3'));
});
