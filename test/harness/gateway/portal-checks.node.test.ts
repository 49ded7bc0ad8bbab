import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import * as v from 'valibot';
import { portalHealthAnswer } from '../../../data/readings/schemas/portal-health.ts';
import { portalRecord } from '../../../data/readings/schemas/portal.ts';
import { PortalChecks } from '../../../harness/gateway/portal-checks.ts';
import { listen } from '../../helpers/loopback.ts';
import { startHome } from '../helpers.ts';

const record = (id: string, url?: string) =>
  v.parse(portalRecord, {
    id,
    name: id,
    description: '',
    status: 'online',
    destination: url === undefined ? {} : { url },
  });

test('tells worlds that answer from those that do not, with the cause and the latency', async () => {
  const server = await listen(({ method, url }, response) => {
    const status: Record<string, number> = {
      '/ok': 200,
      '/gone': 404,
      '/locked': 401,
      '/broken': 503,
      '/only-get': method === 'HEAD' ? 405 : 200,
    };
    if (url === '/silent') return;
    if (url === '/moved') return void response.writeHead(302, { location: '/ok' }).end();
    response.writeHead(status[url] ?? 500).end('x'.repeat(100));
  });
  const closed = await listen(() => undefined);
  await closed.close();
  const paths = ['ok', 'gone', 'locked', 'broken', 'only-get', 'silent', 'moved'];
  const checks = new PortalChecks({
    fetch,
    now: () => 5_000,
    timeoutMs: 1_500,
    records: async () => [
      ...paths.map((path) => record(path, `${server.url}/${path}`)),
      record('refused', closed.url),
      record('no-address'),
      record('script', 'data:text/html,x'),
    ],
  });
  try {
    const health = await checks.health();
    assert.deepEqual(
      health.map(({ id, status, cause }) => [id, status, cause]),
      [
        ['ok', 'online', undefined],
        ['gone', 'offline', 'it answered 404'],
        ['locked', 'online', undefined],
        ['broken', 'offline', 'it answered 503'],
        ['only-get', 'online', undefined],
        ['silent', 'offline', 'no answer within 1.5 s'],
        ['moved', 'online', undefined],
        ['refused', 'offline', 'it refused the connection'],
        ['no-address', 'unknown', 'it has no address to check'],
        ['script', 'unknown', 'its destination is not an http(s) address or a path of this home'],
      ],
    );
    assert.ok(v.safeParse(portalHealthAnswer, { portals: health }).success);
    const [check] = health[0]?.checks ?? [];
    assert.equal(check?.at, 5_000);
    assert.ok((check?.latencyMs ?? -1) >= 0);
    assert.equal(health[1]?.checks[0]?.latencyMs, null);
  } finally {
    await server.close();
  }
});

test('asks at most four at once, keeps the last thirty, and forgets portals that are gone', async () => {
  let running = 0;
  let most = 0;
  let records = Array.from({ length: 12 }, (_, index) => record(`p${index}`, `http://w.example/${index}`));
  const checks = new PortalChecks({
    now: () => 0,
    records: async () => records,
    fetch: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      return new Response('');
    },
  });
  for (let round = 0; round < 33; round++) await checks.check();
  assert.equal(most, 4);
  const health = await checks.health();
  assert.equal(health.length, 12);
  assert.ok(health.every((one) => one.checks.length === 30));
  records = records.slice(0, 1);
  await checks.check();
  assert.deepEqual(
    (await checks.health()).map(({ id }) => id),
    ['p0'],
  );
});

test('many portals that never answer do not hold up the first answer', async () => {
  const silent = new AbortController();
  const checks = new PortalChecks({
    now: () => 0,
    firstAnswerMs: 50,
    timeoutMs: 600_000,
    records: async () => [
      record('here', 'http://here.example/'),
      ...Array.from({ length: 60 }, (_, index) => record(`p${index}`, `http://silent.example/${index}`)),
    ],
    fetch: async (target) =>
      target instanceof URL && target.hostname === 'here.example'
        ? new Response('')
        : new Promise((_resolve, reject) => {
            if (silent.signal.aborted) reject(new Error('over'));
            silent.signal.addEventListener('abort', () => reject(new Error('over')));
          }),
  });
  const known = await checks.health();
  assert.equal(known.length, 61);
  assert.deepEqual([known[0]?.id, known[0]?.status], ['here', 'online']);
  assert.deepEqual([known[60]?.status, known[60]?.cause], ['unknown', 'it has not been checked yet']);
  assert.ok(v.safeParse(portalHealthAnswer, { portals: known }).success);
  const round = checks.check();
  silent.abort();
  await round;
  assert.equal((await checks.health())[60]?.status, 'offline');
});

test('a registry that cannot be read leaves what is known', async () => {
  let broken = false;
  const checks = new PortalChecks({
    now: () => 0,
    records: async () => {
      if (broken) throw new Error('broken');
      return [record('a', 'http://w.example/')];
    },
    fetch: async () => new Response(''),
  });
  await checks.check();
  broken = true;
  await checks.check();
  assert.equal((await checks.health()).length, 1);
});

test('the gateway answers with the health of its own registry, its own pages checked without a socket', async () => {
  const asked: string[] = [];
  const home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  try {
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
  } finally {
    await home.close();
  }
});

test('a portal that leads to the health checks themselves does not stop them', async () => {
  const home = await startHome({ poll: false, portalTimeoutMs: 200 });
  try {
    const portals = [
      {
        id: 'loop',
        name: 'Loop',
        description: '',
        status: 'online',
        destination: { url: '/api/health/portals' },
      },
      {
        id: 'page',
        name: 'Page',
        description: '',
        status: 'online',
        destination: { url: '/heartbeat.html' },
      },
    ];
    await writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify(portals));
    const response = await fetch(`${home.url}/api/health/portals`, { signal: AbortSignal.timeout(4_000) });
    const answer = v.parse(portalHealthAnswer, await response.json());
    assert.deepEqual(
      answer.portals.map(({ id, status }) => [id, status]),
      [
        ['loop', 'offline'],
        ['page', 'online'],
      ],
    );
  } finally {
    await home.close();
  }
});

test('a registry of ten thousand portals, or with addresses that mislead, asks nobody', async () => {
  const asked: string[] = [];
  const home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  const entry = (id: string, url: string) => ({
    id,
    name: id,
    description: '',
    status: 'online',
    destination: { url },
  });
  const health = async () =>
    v.parse(portalHealthAnswer, await (await fetch(`${home.url}/api/health/portals`)).json()).portals;
  const write = (list: unknown) =>
    writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify(list));
  try {
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
  } finally {
    await home.close();
  }
});

test('the gateway checks each portal again after 60 seconds, and not before', async () => {
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

test('a registry larger than a page takes it is not checked either, and a byte-order mark does no harm', async () => {
  const asked: string[] = [];
  const home = await startHome({
    fetch: async (url) => {
      asked.push(url);
      return new Response('');
    },
  });
  const portal = {
    id: 'far',
    name: 'Far',
    description: '',
    status: 'online',
    destination: { url: 'http://far.example/' },
  };
  const write = (text: string) => writeFile(join(home.folder, 'public', 'portals.json'), text);
  try {
    await write(JSON.stringify([portal, 'x'.repeat(3_000_000)]));
    await home.app.home.checkPortals();
    assert.deepEqual(asked, []);
    await write(`\uFEFF${JSON.stringify([portal])}`);
    await home.app.home.checkPortals();
    assert.deepEqual(asked, ['http://far.example/']);
  } finally {
    await home.close();
  }
});
