import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../data/core/time.ts';
import { type UsageAnswer, usageAnswer } from '../../../../data/usage/usage.ts';
import { TOKEN } from '../../agent.ts';
import { type TestHome, ownerCookie, startHome } from '../../helpers.ts';
import { recordedExport } from '../../usage/recorded.ts';

/** A time after all recorded exports, but less than a week after the first one. */
const NOW = Date.parse('2026-11-20T10:05:00Z');
let now: number;
let home: TestHome;
let cookie: string;
let key: string;

type Headers = Readonly<Record<string, string>>;
const post = (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers = {},
): Promise<Response> =>
  fetch(`${home.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  });
const exported = (signal: string, body: string | Uint8Array<ArrayBuffer>, headers: Headers = {}) =>
  post(`otlp/v1/${signal}`, body, headers);
const read = async (days = ''): Promise<UsageAnswer> => {
  const response = await fetch(`${home.url}/api/usage${days}`, { headers: { cookie } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return v.parse(usageAnswer, await response.json());
};
const messageOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { message: string }).message;
const statusLine = {
  session: { id: '5d1c1f3e-2a4b-4c6d-8e9f-0a1b2c3d4e5f', harness: 'Claude Code', folder: 'shop' },
  model: 'claude-opus-4-6',
  dollars: 0.168986,
  context: { left: 97.6, size: 1_000_000 },
  limits: [{ window: 'five-hour', used: 23.5, resetsAt: NOW + 60 * MINUTE_MS }],
  at: NOW,
};

/** Starts a home for each test of a `describe`. */
function useHome(): void {
  beforeEach(async () => {
    now = NOW;
    home = await startHome({
      bridge: { token: TOKEN },
      now: () => now,
      settings: { usage: { dailyDollars: 0.2 } },
    });
    cookie = ownerCookie(home.app);
    key = home.app.home.keys.agents.add('laptop') ?? '';
  });
  afterEach(() => home.close());
}

describe('what agents use', () => {
  useHome();

  test('is taken from exports and the status line, and shown to the owner', async () => {
    await post(
      'events',
      JSON.stringify({ state: 'working', session: { ...statusLine.session, name: 'Nightly' } }),
    );
    for (const [signal, name] of [
      ['logs', 'claude-code-logs'],
      ['metrics', 'claude-code-metrics'],
    ] as const) {
      const answer = await exported(signal, recordedExport(name));
      assert.deepEqual([answer.status, await answer.json()], [200, {}], name);
    }
    assert.equal((await post('usage', JSON.stringify(statusLine))).status, 200);
    const answer = await read();
    assert.deepEqual(
      answer.rows.map(({ harness, model, folder, dollars, unpriced, sources }) => [
        harness,
        model,
        folder,
        dollars,
        unpriced,
        sources,
      ]),
      [
        ['Claude Code', 'claude-haiku-4-5', 'shop', 0.00096, 0, ['requests']],
        ['Claude Code', 'claude-opus-4-6', 'shop', 0.168026, 0, ['requests']],
      ],
    );
    assert.deepEqual(
      answer.sessions.map(({ name, model, context, dollars }) => [name, model, context?.left, dollars]),
      [['Nightly', 'claude-opus-4-6', 97.6, 0.168986]],
    );
    assert.deepEqual(answer.limits, [
      { ...statusLine.limits[0], harness: 'Claude Code', machine: 'laptop', at: NOW },
    ]);
    assert.deepEqual(answer.budget, { dollars: 0.2, spent: 0.168986 });
    assert.equal((await read('?days=90')).rows.length, 2);
    now += 2 * 24 * 60 * MINUTE_MS;
    assert.deepEqual((await read()).rows, []);
    assert.equal((await read('?days=3')).rows.length, 2);
  });

  test('is for the owner alone', async () => {
    await exported('logs', recordedExport('claude-code-logs'));
    await post('usage', JSON.stringify(statusLine));
    const others: Headers[] = [
      {},
      { 'x-home-world-key': key },
      { authorization: `Bearer ${TOKEN}` },
      { cookie, origin: 'https://evil.example' },
    ];
    for (const headers of others) {
      const { status } = await fetch(`${home.url}/api/usage`, { headers });
      assert.ok(status === 401 || status === 403, `${JSON.stringify(headers)}: ${status}`);
    }
    for (const path of ['sessions.json', 'status.json', 'activity.json', 'readings/sessions.json'])
      assert.doesNotMatch(await (await fetch(`${home.url}/api/${path}`)).text(), /opus|0\.16|97\.6/, path);
    for (const days of ['0', '91', 'x', '-1', '1.5'])
      assert.equal((await fetch(`${home.url}/api/usage?days=${days}`, { headers: { cookie } })).status, 400);
  });

  test('is shown with machines only where they have limits of their own', async () => {
    const other = home.app.home.keys.agents.add('desktop') ?? '';
    const of = (id: string, more: object) =>
      JSON.stringify({ ...statusLine, session: { id, harness: 'Claude Code' }, ...more });
    const [limit] = statusLine.limits;
    await post('usage', of('s-1', {}));
    await post('usage', of('s-2', { at: NOW + 1, limits: [{ ...limit, used: 30 }] }), {
      authorization: `Bearer ${other}`,
    });
    assert.deepEqual(
      (await read()).limits.map(({ machine, used }) => [machine, used]),
      [['desktop', 30]],
    );
    await post('usage', of('s-1', { at: NOW + 2, limits: [{ ...limit, resetsAt: NOW + 3e6 }] }));
    assert.equal((await read()).limits.length, 2);
  });

  test('a status line that is wrong is refused with its field', async () => {
    for (const [fields, field] of [
      [{ at: -1 }, /at/],
      [{ dollars: -1 }, /dollars/],
      [{ context: { left: 101 } }, /left/],
      [{ limits: [{ window: 'day', used: 1, resetsAt: 1 }] }, /window/],
      [{ session: { id: 'a b', harness: 'x' } }, /id/],
    ] as const) {
      const response = await post('usage', JSON.stringify({ ...statusLine, ...fields }));
      assert.equal(response.status, 400, JSON.stringify(fields));
      assert.match(await messageOf(response), field);
    }
    const big = await post('usage', JSON.stringify({ ...statusLine, more: 'x'.repeat(10_000) }));
    assert.equal(big.status, 413);
    assert.equal((await post('usage', '{}', { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await post('usage', '{}', { origin: 'https://evil.example' })).status, 403);
  });
});

describe('exports', () => {
  useHome();

  const logs = recordedExport('claude-code-logs');

  test('need a key, from a program', async () => {
    for (const [headers, status] of [
      [{ authorization: 'Bearer wrong' }, 401],
      [{ authorization: '' }, 401],
      [{ origin: 'https://evil.example' }, 403],
      [{ authorization: '', 'x-home-world-key': key }, 200],
      [{ authorization: `Bearer ${TOKEN}` }, 200],
    ] as const)
      assert.equal((await exported('traces', logs, headers)).status, status, JSON.stringify(headers));
    home.app.home.keys.agents.revoke('laptop');
    const revoked = await exported('logs', logs);
    assert.equal(revoked.status, 401);
    assert.match(await messageOf(revoked), /“laptop” was revoked/);
  });

  test('are JSON; another form is refused with the line to set', async () => {
    const protobuf = await exported('metrics', new Uint8Array([10, 2, 8, 1]), {
      'content-type': 'application/x-protobuf',
    });
    assert.equal(protobuf.status, 415);
    assert.match(await messageOf(protobuf), /OTEL_EXPORTER_OTLP_PROTOCOL=http\/json/);
    for (const [body, status] of [
      ['', 400],
      ['{', 400],
      ['[]', 200],
      ['null', 200],
      ['{"resourceLogs":[{"__proto__":{"scopeLogs":[]}}]}', 200],
    ] as const)
      assert.equal((await exported('logs', body)).status, status, body);
    assert.equal((await fetch(`${home.url}/api/otlp/v1/logs`)).status, 405);
    assert.deepEqual((await read()).rows, []);
  });

  test('may be in chunks, and packed', async () => {
    const { port } = new URL(home.url);
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          port,
          path: '/api/otlp/v1/logs',
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        },
        (response) => resolve(response.resume().statusCode),
      );
      sent.on('error', reject);
      for (let at = 0; at < logs.length; at += 1_000) sent.write(logs.slice(at, at + 1_000));
      sent.end();
    });
    assert.equal(status, 200);
    assert.equal((await read()).rows.length, 2);
    const packed = await exported('metrics', gzipSync(recordedExport('claude-code-metrics')), {
      'content-encoding': 'gzip',
    });
    assert.equal(packed.status, 200);
    for (const [body, encoding, expected] of [
      [logs, 'gzip', 400],
      [gzipSync(logs).subarray(0, 100), 'gzip', 400],
      [logs, 'br', 415],
      [gzipSync('x'.repeat(5_000_000)), 'gzip', 413],
      ['x'.repeat(5_000_000), 'identity', 413],
    ] as const)
      assert.equal(
        (await exported('logs', body, { 'content-encoding': encoding })).status,
        expected,
        encoding,
      );
  });

  test('are answered with what was refused of them', async () => {
    const answer = await exported('logs', logs.replace('"22996"', '"-5"').replace('"0.00096"', '"-1"'));
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), {
      partialSuccess: {
        rejectedLogRecords: '2',
        errorMessage: 'cache_creation_tokens has to be a number from 0 to 1000000000',
      },
    });
    const other = home.app.home.keys.agents.add('other') ?? '';
    const stolen = await exported('logs', logs, { authorization: `Bearer ${other}` });
    assert.match(JSON.stringify(await stolen.json()), /"rejectedLogRecords":"3".*another key/);
    assert.equal((await read()).rows.length, 1);
  });

  test('are limited in bytes for each key, and the limit ends', async () => {
    const big = JSON.stringify({ text: 'x'.repeat(4_000_000) });
    const statuses: number[] = [];
    for (let count = 0; count < 20; count++) statuses.push((await exported('traces', big)).status);
    assert.equal(statuses[0], 200);
    assert.equal(statuses.at(-1), 429);
    const refused = await exported('traces', '{}');
    assert.equal(refused.headers.get('retry-after'), '30');
    const other = home.app.home.keys.agents.add('other') ?? '';
    assert.equal((await exported('traces', '{}', { authorization: `Bearer ${other}` })).status, 200);
    now += MINUTE_MS;
    assert.equal((await exported('traces', '{}')).status, 200);
  });
});
