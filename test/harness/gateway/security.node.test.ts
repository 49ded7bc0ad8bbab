import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, READINGS, startHome } from '../helpers.ts';

test('pages of allowed origins read the readings, and all pages with *', async () => {
  for (const [allowedOrigins, origin, expected] of [
    [['https://blog.example'], 'https://blog.example', 'https://blog.example'],
    [['https://blog.example'], 'https://evil.example', null],
    [['https://blog.example'], 'https://blog.example.evil.example', null],
    [['*'], 'https://anybody.example', '*'],
  ] as const) {
    await using home = await startHome({ settings: { allowedOrigins } });
    for (const path of READINGS) {
      const response = await fetch(home.url + path, { headers: { origin } });
      assert.equal(response.headers.get('access-control-allow-origin'), expected, path);
      assert.equal(response.headers.get('access-control-allow-credentials'), null, path);
      assert.notEqual(response.headers.get('cross-origin-resource-policy'), 'same-origin', path);
      if (expected !== '*') assert.match(response.headers.get('vary') ?? '', /origin/i, path);
      await response.body?.cancel();
    }
    const page = await fetch(`${home.url}/`, { headers: { origin } });
    assert.equal(page.headers.get('access-control-allow-origin'), null);
  }
});

test('no cache keeps an error', async () => {
  await using home = await startHome({ requestsPerMinute: 4 });
  for (const [path, status, method] of [
    ['/nothing.svg', 404],
    ['/%zz.svg', 400],
    ['/feed.xml', 405, 'DELETE'],
    ['/api/history.json?span=1y', 400],
    ['/feed.xml', 429],
  ] as const) {
    const response = await fetch(home.url + path, { ...(method && { method }) });
    assert.equal(response.status, status, path);
    assert.equal(response.headers.get('cache-control'), 'no-store', `${status} ${path}`);
    assert.deepEqual(Object.keys((await response.json()) as object), ['message', 'url']);
  }
});

test('allowing all pages to read opens the bridge to none of them', async () => {
  await using home = await startHome({ settings: { allowedOrigins: ['*'] } });
  const stranger = new Client(home.url, { origin: 'https://anybody.example' });
  assert.match((await stranger.closed).reason, /403/);
  const own = new Client(home.url, { origin: home.url });
  await own.hello();
  await own.close();
});

test('limits the requests of an address, without counting the gateway’s own', async () => {
  await using home = await startHome({ requestsPerMinute: 10 });
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await fetch(`${home.url}/version.json`)).status);
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429]);
  const refused = await fetch(`${home.url}/nothing-here`);
  assert.equal(refused.status, 429, 'a 404 counts too');
  assert.equal((await fetch(`${home.url}/embed.js`)).status, 200, 'a file of the program is not counted');
  assert.match(((await refused.json()) as { message: string }).message, /Try again in/);
  const other = await home.app.inject({ url: '/version.json', remoteAddress: '10.0.0.9' });
  assert.equal(other.statusCode, 200, 'another address is served');
});
