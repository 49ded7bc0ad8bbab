import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { requestOriginOf } from '../../../harness/core/request-origin.ts';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { SELF_BASE, SELF_HOST } from '../../../harness/outbound/self-fetch.ts';
import { type TestHome, startHome } from '../helpers.ts';

const FORWARDED = {
  host: 'internal:80',
  'x-forwarded-host': 'public.example',
  'x-forwarded-proto': 'https',
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `fetch` sets its own `Host`; this sends the given one, and accepts an upgrade as the answer. */
const ask = (base: string, path: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(base);
    request({ hostname, port, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('upgrade', ({ statusCode = 0, headers: got }, socket) => {
        socket.destroy();
        done({ status: statusCode, headers: got, body: '' });
      })
      .on('error', failed)
      .end();
  });

const knock = async (base: string, headers: Record<string, string>): Promise<number> =>
  (
    await ask(base, '/api/world/ws', {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    })
  ).status;

const startMarked = async (trustProxy: number): Promise<TestHome> => {
  const home = await startHome({
    trustProxy,
    settings: {
      weather: { ...defaultConfig.weather, url: `${SELF_BASE}demo/weather` },
      relays: [`ws://${SELF_HOST}/demo/relay`],
    },
  });
  const page = '<!doctype html><head><!-- sharing --><!-- /sharing --></head><body>home</body>';
  await writeFile(join(home.folder, 'dist/index.html'), page);
  return home;
};

/** Every place where a home states its address. */
async function said({ url }: TestHome, headers: Record<string, string>) {
  const page = await ask(url, '/', headers);
  const config = JSON.parse((await ask(url, '/config.json', headers)).body) as {
    weather: { url: string };
    relays: string[];
  };
  const policy = String(page.headers['content-security-policy']);
  return {
    sockets: /connect-src [^;]*/
      .exec(policy)?.[0]
      .split(' ')
      .filter((source) => /^wss?:/.test(source) && !source.includes(SELF_HOST)),
    weather: config.weather.url,
    relay: config.relays[0],
    shared: /property="og:url" content="([^"]*)"/.exec(page.body)?.[1],
  };
}

describe('behind a trusted proxy', () => {
  let home: TestHome;
  before(async () => {
    home = await startMarked(1);
  });
  after(() => home.close());

  test('the forwarded host and protocol count in every place', async () => {
    assert.deepEqual(await said(home, FORWARDED), {
      sockets: ['ws://public.example', 'wss://public.example'],
      weather: 'https://public.example/demo/weather',
      relay: 'wss://public.example/demo/relay',
      shared: 'https://public.example/',
    });
  });

  test('the bridge accepts the pages of the forwarded host and no others', async () => {
    const listener = await createBridgeListener(home.app.home, 1);
    try {
      const alone = await listener.listen({ host: '127.0.0.1', port: 0 });
      for (const base of [home.url, alone]) {
        assert.equal(await knock(base, { ...FORWARDED, origin: 'https://public.example' }), 101);
        assert.equal(await knock(base, { ...FORWARDED, origin: 'http://internal:80' }), 403);
        assert.equal(await knock(base, { ...FORWARDED, origin: 'https://evil.example' }), 403);
      }
    } finally {
      await listener.close();
    }
  });

  test('a protocol other than http(s) is not written into a page', async () => {
    for (const protocol of ['javascript', '//evil.com/?a=', 'HTTPS', 'https:', 'ftp', 'http']) {
      const { shared, weather } = await said(home, { ...FORWARDED, 'x-forwarded-proto': protocol });
      assert.equal(shared, 'http://public.example/', protocol);
      assert.equal(weather, 'http://public.example/demo/weather', protocol);
    }
  });

  test('a forwarded host that makes no valid address is left out', async () => {
    for (const host of ['a:99999', 'evil.example/x', "x; script-src 'unsafe-inline'", '[:::]']) {
      const { shared, sockets } = await said(home, { ...FORWARDED, 'x-forwarded-host': host });
      assert.equal(shared, './', host);
      assert.deepEqual(sockets, [], host);
    }
  });
});

describe('without a trusted proxy', () => {
  let home: TestHome;
  before(async () => {
    home = await startMarked(0);
  });
  after(() => home.close());

  test('forwarded headers are ignored everywhere', async () => {
    assert.deepEqual(await said(home, FORWARDED), {
      sockets: ['ws://internal:80', 'wss://internal:80'],
      weather: 'http://internal:80/demo/weather',
      relay: 'ws://internal:80/demo/relay',
      shared: 'http://internal:80/',
    });
  });

  test('forwarded headers do not count at the bridge, on either port', async () => {
    const listener = await createBridgeListener(home.app.home, 0);
    try {
      const alone = await listener.listen({ host: '127.0.0.1', port: 0 });
      for (const base of [home.url, alone]) {
        assert.equal(await knock(base, { ...FORWARDED, origin: 'https://public.example' }), 403);
        const own = new URL(base).host;
        assert.equal(await knock(base, { ...FORWARDED, host: own, origin: base }), 101);
      }
    } finally {
      await listener.close();
    }
  });

  test('a page requested with an invalid port uses relative addresses', async () => {
    const { shared, weather, sockets } = await said(home, { host: 'a:99999' });
    assert.deepEqual([shared, weather, sockets], ['./', `${SELF_BASE}demo/weather`, []]);
  });
});

test('the requested origin is a host and an http(s) protocol, or nothing', () => {
  const asked = (protocol: string, host: string) =>
    requestOriginOf({ protocol: protocol as 'http' | 'https', host });
  assert.deepEqual(asked('https', 'home.example'), { protocol: 'https', host: 'home.example' });
  assert.deepEqual(asked('http', '[::1]:4200'), { protocol: 'http', host: '[::1]:4200' });
  assert.deepEqual(asked('javascript', 'home.example'), { protocol: 'http', host: 'home.example' });
  for (const host of ['', 'a:99999', '256.1.1.1', '[1::2::3]', 'user@host', 'a b', 'a/b'])
    assert.deepEqual(asked('https', host), { protocol: 'https', host: undefined }, host);
});
