import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOKEN } from '../agent.ts';
import { Client, type TestHome, startHome, withHome } from '../helpers.ts';
import { bearer, postJson } from '../requests.ts';

const bridge = { token: TOKEN };
const json = { 'content-type': 'application/json' };
const authorized = { ...json, ...bearer(TOKEN) };

interface Answer {
  readonly activity: Record<string, unknown> | null;
  readonly stale?: boolean;
  readonly message?: string;
}

const post = (url: string, body: unknown, headers: Record<string, string> = authorized): Promise<Response> =>
  postJson(`${url}/api/events`, body, headers);
const bodyOf = async (response: Response): Promise<Answer> => (await response.json()) as Answer;
const present = async ({ url }: TestHome): Promise<Answer> => bodyOf(await fetch(`${url}/api/activity.json`));

describe('POST /api/events', () => {
  test('answers with the record, and sends it to all clients of the bridge', async () => {
    await withHome({ bridge, now: () => 1_000_000 }, async (home) => {
      const visitor = new Client(home.url);
      await visitor.hello();
      const target = { kind: 'file', name: 'src/a.ts' };
      const response = await post(home.url, {
        state: 'working',
        task: 'Spring\ncleaning',
        target,
        mood: 'good',
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const record = {
        state: 'working',
        task: 'Spring cleaning',
        target,
        since: 1_000_000,
        updatedAt: 1_000_000,
      };
      assert.deepEqual(await bodyOf(response), { activity: record });
      assert.deepEqual((await visitor.frame('activity')).activity, record);
      assert.deepEqual(await present(home), { activity: record, stale: false });
      await visitor.close();
    });
  });

  test('is refused without the token, with a wrong token, and by a home without a token', async () => {
    await withHome({ bridge }, async (home) => {
      const headers: Record<string, string>[] = [
        json,
        { ...json, authorization: 'Bearer wrong' },
        { ...json, authorization: TOKEN },
        { ...json, authorization: `Basic ${btoa(`x:${TOKEN}`)}` },
      ];
      for (const given of headers) {
        const response = await post(home.url, { state: 'working' }, given);
        assert.equal(response.status, 401);
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        const { message } = await bodyOf(response);
        assert.match(message ?? '', /HOME_WORLD_BRIDGE_TOKEN/);
        assert.doesNotMatch(message ?? '', new RegExp(TOKEN));
      }
      assert.equal(
        (await post(`${home.url}`, 'x'.repeat(60_000), json)).status,
        401,
        'before the body is read',
      );
      assert.deepEqual(await present(home), { activity: null });
    });
    await withHome({}, async ({ url }) => {
      const response = await post(url, { state: 'working' });
      assert.equal(response.status, 401);
      assert.match((await bodyOf(response)).message ?? '', /home-world keys add/);
    });
  });

  test('says what is wrong with a report, and where', async () => {
    await withHome({ bridge }, async (home) => {
      for (const [body, status, message] of [
        [{ state: 'sleeping' }, 400, /^state: expected \("idle" \| "thinking" \| /],
        [{}, 400, /^state: expected "state"/],
        ['[]', 400, /^report: expected Object|^state: expected/],
        ['5', 400, /^report: expected Object/],
        [{ state: 'working', progress: 2 }, 400, /^progress: expected <=1/],
        [{ state: 'working', target: { kind: 'file' } }, 400, /^target\.name: expected/],
        [
          { state: 'working', target: { kind: 'url', name: 'x', url: 'javascript:alert(1)' } },
          400,
          /^target\.url: expected an http\(s\) address/,
        ],
        ['{"state": "working"', 400, /not JSON/],
        ['', 400, /empty/],
        [{ state: 'working', task: 'x'.repeat(9_000) }, 413, /at most 8192 bytes/],
      ] as const) {
        const response = await post(home.url, body);
        assert.equal(response.status, status, JSON.stringify(body).slice(0, 80));
        assert.match((await bodyOf(response)).message ?? '', message);
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const response = await post(home.url, { state: 'working' }, { ...authorized, 'content-type': type });
        assert.equal(response.status, 415, type);
        assert.match((await bodyOf(response)).message ?? '', /Content-Type: application\/json/);
      }
      assert.deepEqual(await present(home), { activity: null });
    });
  });

  test('is refused for pages of other sites, with the token too, and has no CORS', async () => {
    const allowedOrigins = ['https://blog.example', '*'];
    await withHome({ bridge, settings: { allowedOrigins } }, async (home) => {
      for (const headers of [
        { origin: 'https://blog.example' },
        { origin: 'null' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const given: Record<string, string> = { ...authorized };
        for (const [name, value] of Object.entries(headers)) given[name] = value;
        const { statusCode } = await home.app.inject({
          method: 'POST',
          url: '/api/events',
          headers: { ...given, host: new URL(home.url).host },
          payload: { state: 'working' },
        });
        assert.equal(statusCode, 403, JSON.stringify(headers));
      }
      const preflight = await fetch(`${home.url}/api/events`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://blog.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      assert.deepEqual(await present(home), { activity: null });
      const own = await post(home.url, { state: 'working' }, { ...authorized, origin: home.url });
      assert.equal(own.status, 200, 'a page of the home itself');
      assert.equal(own.headers.get('access-control-allow-origin'), null);
    });
  });

  test('has a rate limit of its own, for reports with the token and for other requests', async (t) => {
    await using home = await startHome({ bridge, requestsPerMinute: 20 });
    // All requests are of one minute, however long they take.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 6_020; i++) {
      const { statusCode } = await home.app.inject({
        method: 'POST',
        url: '/api/events',
        headers: i % 2 === 0 ? authorized : json,
        payload: { state: 'working' },
      });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(statuses), { 200: 3_000, 401: 3_000, 429: 20 });
    assert.equal((await home.app.inject('/version.json')).statusCode, 200, 'pages are still served');
  });

  test('is the only method of its address', async () => {
    await withHome({ bridge }, async ({ url }) => {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await fetch(`${url}/api/events`, { method, headers: authorized });
        assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST'], method);
        if (method !== 'HEAD') assert.match(await refused.text(), /Only this method works here: POST\./);
      }
      assert.equal(
        (await fetch(`${url}/api/activity.json`, { method: 'POST', headers: authorized, body: '{}' })).status,
        405,
      );
    });
  });
});

describe('GET /api/activity.json', () => {
  test('has an ETag that changes with the record, and when it becomes stale', async () => {
    let now = 1_000_000;
    await withHome({ bridge, now: () => now }, async (home) => {
      const read = async (etag = ''): Promise<[number, string]> => {
        const response = await fetch(`${home.url}/api/activity.json`, { headers: { 'if-none-match': etag } });
        await response.arrayBuffer();
        return [response.status, response.headers.get('etag') ?? ''];
      };
      const [, none] = await read();
      assert.deepEqual(await read(none), [304, none]);
      home.app.home.bridge.activity.report({ state: 'working' });
      const [status, working] = await read(none);
      assert.equal(status, 200);
      now += 600_000;
      assert.deepEqual(await read(working), [304, working]);
      now += 1;
      assert.equal((await read(working))[0], 200);
      assert.equal((await present(home)).stale, true);
      home.app.home.bridge.activity.report({ state: 'idle' });
      now += 1e9;
      assert.equal((await present(home)).stale, false, 'being idle needs no news');
    });
  });
});
