import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { portalHealthAnswer } from '../../../../data/readings/schemas/portal-health.ts';
import { portalRecord } from '../../../../data/readings/schemas/portal.ts';
import { PortalChecks, readRegistry } from '../../../../harness/gateway/status/portal-checks.ts';
import { listen } from '../../../helpers/loopback.ts';

const record = (id: string, url?: string) =>
  v.parse(portalRecord, {
    id,
    name: id,
    description: '',
    status: 'online',
    destination: url === undefined ? {} : { url },
  });

test('records for each world whether it answers, with cause and latency', async () => {
  await using server = await listen(({ method, url }, response) => {
    const status: Record<string, number> = {
      '/ok': 200,
      '/gone': 404,
      '/locked': 401,
      '/busy': 429,
      '/broken': 503,
      '/only-get': method === 'HEAD' ? 405 : 200,
    };
    if (url === '/silent') return;
    if (url === '/moved') return void response.writeHead(302, { location: '/ok' }).end();
    response.writeHead(status[url] ?? 500).end('x'.repeat(100));
  });
  const closed = await listen(() => undefined);
  await closed.close();
  const paths = ['ok', 'gone', 'locked', 'busy', 'broken', 'only-get', 'silent', 'moved'];
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
  const health = await checks.health();
  assert.deepEqual(
    health.map(({ id, status, cause }) => [id, status, cause]),
    [
      ['ok', 'online', undefined],
      ['gone', 'offline', 'it answered 404'],
      ['locked', 'online', undefined],
      ['busy', 'online', undefined],
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
});

test('asks at most four at once, keeps the last thirty, and forgets removed portals', async () => {
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

test('gives the first answer while many other portals do not respond', async () => {
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

test('checks only the home itself where it may ask nobody else', async () => {
  let asked = 0;
  const checks = new PortalChecks({
    now: () => 0,
    onlySelf: 'a demo asks no other server',
    records: async () => [record('here', '/lab/'), record('there', 'http://w.example/')],
    fetch: async () => {
      asked += 1;
      return new Response('');
    },
  });
  assert.deepEqual(
    (await checks.health()).map(({ status, cause }) => [status, cause]),
    [
      ['online', undefined],
      ['unknown', 'a demo asks no other server'],
    ],
  );
  assert.equal(asked, 1);
});

test('keeps what is known when the registry cannot be read', async () => {
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

test('reads a null in the registry as a missing field, as pages do', async () => {
  const entry = {
    id: 'wiki',
    name: 'Wiki',
    description: '',
    status: 'online',
    destination: { url: '/wiki/' },
  };
  const registry = [{ ...entry, access_mode: null, readiness_state: null }];
  assert.deepEqual(await readRegistry(async () => Response.json(registry)), [v.parse(portalRecord, entry)]);
});
