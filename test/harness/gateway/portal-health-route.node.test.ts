import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import * as v from 'valibot';
import { portalHealthAnswer } from '../../../data/readings/schemas/portal-health.ts';
import { legacyPortal } from '../../helpers/sources.ts';
import { PATIENCE_MS } from '../../helpers/waiting.ts';
import { startHome } from '../helpers.ts';

const entry = (id: string, url: string) => legacyPortal(id, { destination: { url } });

test('answers with the health of its registry, and checks its own pages without a socket', async () => {
  const asked: string[] = [];
  await using home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  const get = async () =>
    v.parse(portalHealthAnswer, await (await fetch(`${home.url}/api/health/portals`)).json());
  assert.deepEqual(
    (await get()).portals.map(({ id, status }) => [id, status]),
    [
      ['heartbeat', 'online'],
      ['far', 'online'],
      ['driven', 'unknown'],
    ],
  );
  assert.deepEqual(asked, ['http://far.example/']);
  await get();
  assert.equal(asked.length, 1, 'a visitor’s question starts no check');
  await writeFile(join(home.folder, 'public', 'portals.json'), 'no json');
  assert.equal((await get()).portals.length, 3);
});

test('continues when a portal leads to the health checks', async () => {
  await using home = await startHome({ poll: false, portalTimeoutMs: 1_000 });
  const portals = [entry('loop', '/api/health/portals'), entry('page', '/heartbeat.html')];
  await writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify(portals));
  const response = await fetch(`${home.url}/api/health/portals`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answer = v.parse(portalHealthAnswer, await response.json());
  assert.deepEqual(
    answer.portals.map(({ id, status }) => [id, status]),
    [
      ['loop', 'offline'],
      ['page', 'online'],
    ],
  );
});

test('checks no portal of a registry with ten thousand, or with misleading addresses', async () => {
  const asked: string[] = [];
  await using home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  const health = async () =>
    v.parse(portalHealthAnswer, await (await fetch(`${home.url}/api/health/portals`)).json()).portals;
  const write = (list: unknown) =>
    writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify(list));
  const addresses = [
    '//evil.example/',
    '/\t/evil.example/',
    '/\\evil.example/',
    'http:evil.example',
    'https://user:secret@evil.example/',
    'javascript:fetch("http://evil.example")',
    ' http://evil.example/',
  ];
  await write(addresses.map((url, index) => entry(`p${index}`, url)));
  assert.deepEqual(
    (await health()).map(({ status }) => status),
    addresses.map(() => 'unknown'),
  );
  await write(Array.from({ length: 10_000 }, (_, index) => entry(`q${index}`, 'http://evil.example/')));
  await home.app.home.checkPortals();
  assert.equal((await health()).length, addresses.length, 'what was known of the last good registry stays');
  assert.deepEqual(asked, []);
});

test('checks each portal again after 60 seconds', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  let asked = 0;
  const home = await startHome({
    poll: true,
    fetch: async (url) => {
      if (url === 'http://far.example/') asked += 1;
      return new Response('');
    },
  });
  const answer = () => fetch(`${home.url}/api/health/portals`);
  try {
    await answer();
    assert.equal(asked, 1);
    mock.timers.tick(59_999);
    await answer();
    assert.equal(asked, 1);
    mock.timers.tick(1);
    for (let tries = 0; asked < 2 && tries < 200; tries++) await answer();
    assert.equal(asked, 2);
  } finally {
    mock.timers.reset();
    await home.close();
  }
});

test('does not check a registry over the page’s limit, and reads one with a byte-order mark', async () => {
  const asked: string[] = [];
  await using home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  const portal = entry('far', 'http://far.example/');
  const write = (text: string) => writeFile(join(home.folder, 'public', 'portals.json'), text);
  await write(JSON.stringify([portal, 'x'.repeat(3_000_000)]));
  await home.app.home.checkPortals();
  assert.deepEqual(asked, []);
  await write(`\uFEFF${JSON.stringify([portal])}`);
  await home.app.home.checkPortals();
  assert.deepEqual(asked, ['http://far.example/']);
});
