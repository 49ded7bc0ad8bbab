import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { createBridgeListener } from '../../../harness/gateway/gateway.ts';
import { hostAccepted, hostNames } from '../../../harness/gateway/host-check.ts';
import { Client, type TestHome, startHome, until } from '../helpers.ts';

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends these lines as they are, and gives the answer once the home has closed the connection. */
const send = (url: string, ...lines: readonly string[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') });
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });

const get = (url: string, path: string, host: string, ...more: readonly string[]): Promise<Answer> =>
  send(url, `GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more);

const upgrade = (url: string, host: string): Promise<Answer> =>
  send(
    url,
    'GET /api/world/ws HTTP/1.1',
    `Host: ${host}`,
    `Origin: http://${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  );

async function withHome(
  options: Parameters<typeof startHome>[0],
  use: (home: TestHome) => Promise<void>,
): Promise<void> {
  const home = await startHome(options);
  try {
    await use(home);
  } finally {
    await home.close();
  }
}

describe('behind proxies, counted by --trust-proxy', () => {
  const forwarded = (value: string) => ({ headers: { 'x-forwarded-for': value } });

  test('1,500 requests with a forged X-Forwarded-For are one address, and limited', async () => {
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
      // A machine so slow that the requests take more than a minute begins a second count.
      assert.ok((statuses.get(429) ?? 0) >= 300, JSON.stringify([...statuses]));
    });
  });

  test('each proxy more is one entry more from the end', async () => {
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

  test('the bridge counts its sockets by the same address', async () => {
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

  test('answers say that they depend on what the proxy forwards', async () => {
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

describe('the host that is asked for', () => {
  test('is one of the home’s names, an IP address or localhost', () => {
    for (const host of [
      '127.0.0.1:4200',
      'localhost',
      'LOCALHOST:80',
      'a.localhost',
      '[::1]:4200',
      '192.168.1.5',
    ])
      assert.ok(hostAccepted(host, []), host);
    for (const host of ['attacker.example:4322', 'localhost.attacker.example', '127.0.0.1.nip.io', 'home'])
      assert.ok(!hostAccepted(host, []), host);
    assert.ok(hostAccepted('Home.Example:8443', ['home.example']));
    assert.ok(!hostAccepted('www.home.example', ['home.example']));
    assert.ok(hostAccepted('attacker.example', undefined));
  });

  test('is known with --public-url or on a loopback address, and any otherwise', () => {
    assert.deepEqual(hostNames('0.0.0.0', 'https://home.example:8443/'), ['home.example']);
    for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
      assert.deepEqual(hostNames(host, undefined), [], host);
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'pi.lan'])
      assert.equal(hostNames(host, undefined), undefined, host);
  });

  test('is refused at the pages and at the bridge, on both ports, under a foreign name', async () => {
    await withHome({ hostNames: [] }, async ({ app, url }) => {
      const listener = await createBridgeListener(app.home, 0);
      const alone = await listener.listen({ host: '127.0.0.1', port: 0 });
      const foreign = 'attacker.example:4322';
      for (const path of ['/', '/config.json', '/api/v1/repos/local/home/commits', '/nothing']) {
        const { status, head, body } = await get(url, path, foreign);
        assert.equal(status, 421, path);
        assert.match(head, /content-security-policy/i);
        assert.match(body, /--public-url/);
      }
      for (const base of [url, alone]) {
        assert.equal((await upgrade(base, foreign)).status, 421, base);
        assert.equal((await get(base, '/healthz', foreign)).status, 200, base);
        const client = new Client(base, { origin: base });
        await client.hello();
        await client.close();
      }
      await listener.close();
    });
  });

  test('counts behind a proxy as forwarded', async () => {
    await withHome({ hostNames: ['home.example'], trustProxy: 1 }, async ({ url }) => {
      const ask = async (...headers: readonly string[]) =>
        (await get(url, '/', 'upstream:4200', ...headers)).status;
      assert.equal(await ask('X-Forwarded-Host: home.example'), 200);
      assert.equal(await ask('X-Forwarded-Host: attacker.example'), 421);
      assert.equal(await ask(), 421);
    });
  });

  test('does not keep the home from asking itself', async () => {
    await withHome({ hostNames: [] }, async ({ url }) => {
      const { body } = await get(url, '/api/health/portals', '127.0.0.1');
      assert.match(body, /"id":"heartbeat","status":"online"/);
    });
  });

  test('is refused when it comes twice', async () => {
    await withHome({}, async ({ url }) => {
      const { status, body } = await get(url, '/', 'one.example', 'Host: two.example');
      assert.equal(status, 400);
      assert.match(body, /one Host header/);
    });
  });
});

describe('what no route answers', () => {
  test('an address that cannot be decoded has the headers and limits of all others', async () => {
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

  test('so has one with a very long name in it', async () => {
    await withHome({}, async ({ url }) => {
      const { status, head } = await get(url, `/api/v1/repos/${'x'.repeat(5_000)}/home/commits`, '127.0.0.1');
      assert.equal(status, 404);
      assert.match(head, /content-security-policy/i);
    });
  });

  test('the bridge asked without an upgrade says what it is', async () => {
    await withHome({}, async ({ url }) => {
      const { status, head, body } = await get(url, '/api/world/ws', '127.0.0.1');
      assert.equal(status, 426);
      assert.match(head, /^upgrade: websocket$/im);
      assert.match(body, /WebSocket/);
    });
  });
});

test('pages ask for no camera, microphone or device', async () => {
  await withHome({}, async ({ url }) => {
    const policy = (await fetch(`${url}/`)).headers.get('permissions-policy') ?? '';
    for (const feature of ['camera', 'microphone', 'geolocation', 'usb'])
      assert.match(policy, new RegExp(`(?:^|, )${feature}=\\(\\)`));
  });
});

test('requests that break off in the middle are limited, and write nothing to the log', async () => {
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
