import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, until, withHome } from '../helpers.ts';
import { send, get } from '../gateway/raw-requests.ts';

describe('addresses behind proxies, as set by --trust-proxy', () => {
  const forwarded = (value: string) => ({ headers: { 'x-forwarded-for': value } });

  test('count 1,500 requests with a forged X-Forwarded-For as one, and are limited', async () => {
    await withHome({ trustProxy: 1, requestsPerMinute: 600 }, async ({ url }) => {
      const statuses = new Map<number, number>();
      for (let batch = 0; batch < 30; batch += 1) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) =>
            fetch(`${url}/version.json`, forwarded(`198.51.${batch}.${i}, 203.0.113.7`)),
          ),
        );
        for (const answer of answers) {
          await answer.arrayBuffer();
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      }
      assert.deepEqual(new Set(statuses.keys()), new Set([200, 429]));
      // A slow machine that takes more than a minute starts a second count.
      assert.ok((statuses.get(429) ?? 0) >= 300, JSON.stringify([...statuses]));
    });
  });

  test('are taken one entry further from the end for each proxy more', async () => {
    for (const trustProxy of [1, 2]) {
      await withHome({ trustProxy, requestsPerMinute: 10 }, async ({ url }) => {
        const statusOf = async (value: string) =>
          (await fetch(`${url}/version.json`, forwarded(value))).status;
        const [own, other] =
          trustProxy === 1
            ? ['forged, 203.0.113.7', 'forged, 203.0.113.8']
            : ['forged, 203.0.113.7, 10.0.0.1', 'forged, 203.0.113.8, 10.0.0.1'];
        for (let i = 0; i < 10; i += 1) assert.equal(await statusOf(own), 200);
        assert.equal(await statusOf(own), 429);
        assert.equal(await statusOf(other), 200, 'another visitor behind the same proxies');
      });
    }
  });

  test('count the sockets of the bridge too', async () => {
    await withHome({ trustProxy: 1, bridge: { maxSocketsPerIp: 2 } }, async ({ url }) => {
      const clients = Array.from(
        { length: 3 },
        (_, i) => new Client(url, { headers: { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` } }),
      );
      const codes: number[] = [];
      for (const client of clients) void client.closed.then(({ code }) => codes.push(code));
      await until(() => codes.length > 0);
      assert.deepEqual(codes, [1013]);
      for (const client of clients) await client.close();
    });
  });

  test('add to Vary what the proxy forwards', async () => {
    await withHome({ trustProxy: 1 }, async ({ url }) => {
      for (const path of ['/', '/config.json', '/version.json']) {
        const vary = (await fetch(url + path)).headers.get('vary') ?? '';
        assert.match(vary, /X-Forwarded-Host, X-Forwarded-Proto/, path);
      }
      assert.match((await fetch(`${url}/`)).headers.get('vary') ?? '', /accept-encoding/);
    });
    await withHome({}, async ({ url }) => {
      assert.doesNotMatch((await fetch(`${url}/config.json`)).headers.get('vary') ?? '', /forwarded/i);
    });
  });
});

describe('requests that no route answers', () => {
  test('get the usual headers and limits when the address cannot be decoded', async () => {
    await withHome({ requestsPerMinute: 10 }, async ({ url }) => {
      const statuses: number[] = [];
      for (let i = 0; i < 12; i += 1) {
        const { status, head, body } = await get(url, i % 2 === 0 ? '/%' : '/a/%zz?x=1', '127.0.0.1');
        statuses.push(status);
        assert.match(head, /content-security-policy/i);
        if (status === 400)
          assert.deepEqual(Object.keys(JSON.parse(body) as object).sort(), ['message', 'url'], body);
      }
      assert.deepEqual(statuses, [...Array<number>(10).fill(400), 429, 429]);
    });
  });

  test('get them with a very long name too', async () => {
    await withHome({}, async ({ url }) => {
      const { status, head } = await get(url, `/api/v1/repos/${'x'.repeat(5_000)}/home/commits`, '127.0.0.1');
      assert.equal(status, 404);
      assert.match(head, /content-security-policy/i);
    });
  });

  test('say what the bridge is when asked without an upgrade', async () => {
    await withHome({}, async ({ url }) => {
      const { status, head, body } = await get(url, '/api/world/ws', '127.0.0.1');
      assert.equal(status, 426);
      assert.match(head, /^upgrade: websocket$/im);
      assert.match(body, /WebSocket/);
    });
  });
});

test('answer clients that offer HTTP/2 with every request', async () => {
  const offer = [
    'Connection: close, Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ];
  await withHome({}, async ({ url }) => {
    const { status, body } = await send(url, 'GET /version.json HTTP/1.1', 'Host: 127.0.0.1', ...offer);
    assert.equal(status, 200, body);
  });
});

test('allow pages no camera or device, and the microphone to the pages of the home only', async () => {
  await withHome({}, async ({ url }) => {
    const policy = (await fetch(`${url}/`)).headers.get('permissions-policy') ?? '';
    for (const feature of ['camera', 'geolocation', 'usb'])
      assert.match(policy, new RegExp(`(?:^|, )${feature}=\\(\\)`));
    assert.match(policy, /(?:^|, )microphone=\(self\)(?:,|$)/);
  });
});

test('are limited when they end early, and write nothing to the log', async () => {
  const lines: string[] = [];
  await withHome({ requestsPerMinute: 10, log: (line) => lines.push(line) }, async ({ url }) => {
    for (let i = 0; i < 20; i += 1)
      await send(
        url,
        'POST / HTTP/1.1',
        'Host: 127.0.0.1',
        'Transfer-Encoding: chunked',
        '',
        'FFFFFFFFFFFFFFFFF',
      );
    assert.equal((await fetch(`${url}/version.json`)).status, 200);
    assert.deepEqual(lines, []);
  });
});
