import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { registerWorker } from '../../../data/offline/register.ts';
import { TAKE_OVER } from '../../../data/offline/shell-files.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';

const BASE = 'https://home.example/';

/** A browser whose home answers `sw.js` with this status. */
async function browser(status: number, scope?: string) {
  const calls: string[] = [];
  const caches = new MemoryCaches();
  const others = ['home-world answers', `home-world shell ${BASE}second/ one`, 'of another program'];
  for (const name of [`home-world shell ${BASE} one`, ...others]) await caches.open(name);
  const registration = {
    scope,
    update: async () => void calls.push('update'),
    unregister: async () => calls.push('unregister') > 0,
  } as unknown as ServiceWorkerRegistration;
  const container = {
    register: async (script: string | URL) => {
      calls.push(`register ${String(script)}`);
      return registration;
    },
    getRegistration: async () => (scope === undefined ? undefined : registration),
  };
  const fetch = async () => new Response(null, { status });
  return { calls, caches, others, means: { fetch, container, caches } };
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

test('registers the worker of the home and looks for a new one', async () => {
  const { calls, means } = await browser(200);
  await registerWorker(BASE, means);
  assert.deepEqual(calls, ['register https://home.example/sw.js', 'update']);
});

test('asks a new worker to take over until it no longer waits', async () => {
  const { means } = await browser(200);
  const messages: unknown[] = [];
  const waiting = { postMessage: (message: unknown) => messages.push(message) };
  const registration = Object.assign(await means.container.register(BASE), { waiting: null as unknown });
  await registerWorker(BASE, means);
  mock.timers.tick(2_000);
  assert.deepEqual(messages, [], 'none waits');
  Object.assign(registration, { waiting });
  mock.timers.tick(6_000);
  assert.deepEqual(messages, [TAKE_OVER]);
  mock.timers.tick(12_000);
  assert.equal(messages.length, 2);
  Object.assign(registration, { waiting: null });
  mock.timers.tick(100_000);
  assert.equal(messages.length, 2);
});

test('a home without a worker, as in development, removes its earlier worker and the files of that worker only', async () => {
  const { calls, caches, others, means } = await browser(404, BASE);
  await registerWorker(BASE, means);
  assert.deepEqual(calls, ['unregister']);
  assert.deepEqual(await caches.keys(), others);
});

test('leaves the worker of another home of this origin', async () => {
  const { calls, means } = await browser(404, 'https://home.example/other/');
  await registerWorker(BASE, means);
  assert.deepEqual(calls, []);
});

test('changes nothing while the home is down', async () => {
  for (const status of [500, 502]) {
    const { calls, means } = await browser(status, BASE);
    await registerWorker(BASE, means);
    assert.deepEqual(calls, []);
  }
});

test('ignores every failure, and a browser without service workers', async () => {
  const { means } = await browser(200);
  const refuse = async () => Promise.reject(new DOMException('denied', 'SecurityError'));
  await registerWorker(BASE, { ...means, container: { ...means.container, register: refuse } });
  await registerWorker(BASE, { ...means, fetch: refuse });
  await registerWorker(BASE, { ...means, container: undefined });
});
