import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { checkHost, hostNames } from '../../../harness/gateway/host-check.ts';
import { Client, withHome } from '../helpers.ts';
import { get, upgrade } from './raw-requests.ts';

describe('the requested host', () => {
  test('is one of the home’s names, an IP address or localhost', async () => {
    const statusOf = async (host: string, names: readonly string[] | undefined): Promise<number> => {
      const app = Fastify();
      checkHost(app, names);
      app.get('/', async () => '');
      return (await app.inject({ url: '/', headers: { host } })).statusCode;
    };
    for (const host of [
      '127.0.0.1:4200',
      'localhost',
      'LOCALHOST:80',
      'a.localhost',
      '[::1]:4200',
      '192.168.1.5',
    ])
      assert.equal(await statusOf(host, []), 200, host);
    for (const host of ['attacker.example:4322', 'localhost.attacker.example', '127.0.0.1.nip.io', 'home'])
      assert.equal(await statusOf(host, []), 421, host);
    assert.equal(await statusOf('Home.Example:8443', ['home.example']), 200);
    assert.equal(await statusOf('www.home.example', ['home.example']), 421);
    assert.equal(await statusOf('attacker.example', undefined), 200);
  });

  test('is checked with --public-url or on a loopback address, and otherwise not', () => {
    assert.deepEqual(hostNames('0.0.0.0', 'https://home.example:8443/'), ['home.example']);
    for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
      assert.deepEqual(hostNames(host, undefined), [], host);
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'pi.lan'])
      assert.equal(hostNames(host, undefined), undefined, host);
  });

  test('is refused under a foreign name by pages and bridge, on both ports', async () => {
    await withHome({ hostNames: [] }, async ({ app, url }) => {
      const listener = await createBridgeListener(app.home, 0);
      const alone = await listener.listen({ host: '127.0.0.1', port: 0 });
      const foreign = 'attacker.example:4322';
      for (const path of ['/', '/config.json', '/api/v1/repos/local/home/commits', '/nothing']) {
        const { status, head, body } = await get(url, path, foreign);
        assert.equal(status, 421, path);
        assert.match(head, /content-security-policy/i);
        // Caches may otherwise keep a 421 (RFC 7540, 9.1.2).
        assert.match(head, /^cache-control: no-store$/im);
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

  test('is the forwarded one behind a proxy', async () => {
    await withHome({ hostNames: ['home.example'], trustProxy: 1 }, async ({ url }) => {
      const ask = async (...headers: readonly string[]) =>
        (await get(url, '/', 'upstream:4200', ...headers)).status;
      assert.equal(await ask('X-Forwarded-Host: home.example'), 200);
      assert.equal(await ask('X-Forwarded-Host: attacker.example'), 421);
      assert.equal(await ask(), 421);
    });
  });

  test('is accepted in the home’s own requests', async () => {
    await withHome({ hostNames: [] }, async ({ url }) => {
      const { body } = await get(url, '/api/health/portals', '127.0.0.1');
      assert.match(body, /"id":"heartbeat","status":"online"/);
    });
  });

  test('is refused when it is sent twice', async () => {
    await withHome({}, async ({ url }) => {
      const { status, body } = await get(url, '/', 'one.example', 'Host: two.example');
      assert.equal(status, 400);
      assert.match(body, /one Host header/);
    });
  });
});
