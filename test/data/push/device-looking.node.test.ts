import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeviceLooking } from '../../../data/push/device-looking.ts';
import { scriptedHome } from '../../helpers/asks.ts';
import { until } from '../../helpers/waiting.ts';

const ENDPOINT = 'https://push.example/1';
const settings = { kinds: ['waiting'], doneMinutes: 5, timeZone: 'UTC' };

/** A page of the home in a browser with this subscription. */
function pageWith(endpoint: string | undefined, isOwner: boolean) {
  const device = { host: 'push.example', endpoint: ENDPOINT, settings };
  const { io, requests } = scriptedHome(({ path }) =>
    path === '/api/push' ? [200, { publicKey: 'k', ...(isOwner && { device }) }] : [204],
  );
  const page = { isHidden: false, now: 0 };
  const window = new EventTarget();
  const module = createDeviceLooking(
    { ...io, window, isHidden: () => page.isHidden, monotonicNow: () => page.now },
    async () => endpoint,
  );
  module.init(undefined, undefined);
  const tick = (): void => {
    page.now += 1_000;
    module.update(0, 1);
  };
  return { page, window, module, requests, tick, paths: () => requests.map(({ path }) => path) };
}

test('a device of the owner says that it is looked at, and that it is not', async () => {
  const { page, window, module, requests, tick } = pageWith(ENDPOINT, true);
  const visible = () =>
    requests.flatMap(({ path, body }) =>
      path === '/api/push/looking' ? [(body as { visible: boolean }).visible] : [],
    );
  await until('it says so', () => {
    tick();
    return visible().length > 0;
  });
  page.isHidden = true;
  window.dispatchEvent(new Event('visibilitychange'));
  assert.deepEqual(visible(), [true, false]);
  module.dispose?.();
});

test('a browser without a push subscription sends no request, and the browser of a visitor reports nothing', async () => {
  const without = pageWith(undefined, true);
  const visitor = pageWith(ENDPOINT, false);
  const other = pageWith('https://push.example/2', true);
  await until('the answers', () => visitor.requests.length + other.requests.length === 2);
  await new Promise((done) => setTimeout(done, 0));
  for (const { tick } of [without, visitor, other]) tick();
  assert.deepEqual([without.paths(), visitor.paths(), other.paths()], [[], ['/api/push'], ['/api/push']]);
});
