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

test('limits the requests of an IPv6 household as those of one address, and a /48 to four times as many', async () => {
  await using home = await startHome({ requestsPerMinute: 60 });
  const statusFrom = async (remoteAddress: string, path = '/version.json'): Promise<number> =>
    (await home.app.inject({ url: path, remoteAddress })).statusCode;
  const served = async (addresses: readonly string[]): Promise<number> => {
    let count = 0;
    for (const address of addresses) if ((await statusFrom(address)) === 200) count++;
    return count;
  };
  const networks = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
  assert.equal(await served(networks.map((network) => `2001:db8:0:12${network}::1`)), 60);
  assert.equal(await statusFrom('2001:db8:0:1300::1'), 200, 'another household');
  assert.equal(await served(networks.map((network) => `2001:db8:0:${network}00::2`)), 240 - 61);
  assert.equal(await served(['2001:db8:1::1', '192.0.2.1']), 2, 'others are served');
});

test('counts a route with a limit of its own by household too', async () => {
  await using home = await startHome({ requestsPerMinute: 60 });
  const statuses = await Promise.all(
    Array.from({ length: 121 }, async (_, index) => {
      const remoteAddress = `2001:db8:0:12${(index + 16).toString(16)}::1`;
      return (await home.app.inject({ method: 'POST', url: '/api/hooks/code-host', remoteAddress }))
        .statusCode;
    }),
  );
  assert.equal(statuses.filter((status) => status === 429).length, 1, '120 a minute');
});
