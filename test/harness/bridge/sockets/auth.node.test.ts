import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sameToken } from '../../../../harness/core/secret.ts';
import { Client, until, withHome } from '../../helpers.ts';

describe('access to the bridge', () => {
  test('is open to the home’s pages, allowed origins and clients without an origin; others get 403', async () => {
    await withHome({ settings: { allowedOrigins: ['https://friend.example'] } }, async ({ url }) => {
      for (const origin of [undefined, url, 'https://friend.example']) {
        const client = new Client(url, origin === undefined ? {} : { origin });
        await client.hello();
        await client.close();
      }
      for (const origin of ['https://evil.example', 'null', `${url}.evil.example`, 'http://127.0.0.1:1']) {
        const client = new Client(url, { origin });
        const { code, reason } = await client.closed;
        assert.equal(code, 0);
        assert.match(reason, /403/, origin);
      }
    });
  });

  test('needs the token as resident or observer, and gives neither without a token', async () => {
    await withHome({ bridge: { token: 'open-sesame-and-barley' } }, async ({ url }) => {
      for (const role of ['resident', 'observer'] as const) {
        const good = new Client(url);
        assert.equal((await good.hello({ role, token: 'open-sesame-and-barley' })).cursor, 0);
        good.send({ type: 'chat', id: 'x', text: 'status' });
        assert.equal((await good.frame('error')).code, 'unauthorized');
        await good.close();
        for (const token of [undefined, '', 'open-sesame-and-barle', 'open-sesame-and-barley '])
          await refused(url, role, token);
      }
    });
    await withHome({}, async ({ url }) => {
      await refused(url, 'resident', undefined);
      await refused(url, 'observer', '');
    });
  });
  const refused = async (url: string, role: 'resident' | 'observer', token: string | undefined) => {
    const client = await new Client(url).open();
    client.send({ type: 'hello', version: 1, role, ...(token === undefined ? {} : { token }) });
    assert.equal((await client.frame('error')).code, 'unauthorized');
    assert.equal((await client.closed).code, 1008);
  };

  test('takes no token for the right one where none is expected', () => {
    assert.equal(sameToken('secret', 'secret'), true);
    for (const expected of ['', undefined])
      for (const given of ['', undefined, 'secret']) assert.equal(sameToken(given, expected), false);
  });

  test('closes a silent socket, and answers a frame before hello with an error', async () => {
    await withHome({ bridge: { helloTimeoutMs: 60 } }, async ({ url }) => {
      const silent = await new Client(url).open();
      const { code, reason } = await silent.closed;
      assert.deepEqual([code, reason], [1008, 'no hello in time']);
    });
    await withHome({}, async ({ url }) => {
      const early = await new Client(url).open();
      early.send({ type: 'chat', id: 'c1', text: 'hi' });
      const frame = await early.frame('error');
      assert.deepEqual([frame.code, frame.ref], ['no-session', 'c1']);
      await early.close();
    });
  });

  test('names its protocol version to a client with another', async () => {
    await withHome({}, async ({ url }) => {
      const client = await new Client(url).open();
      client.send({ type: 'hello', version: 2 });
      assert.match((await client.frame('error')).message, /version 1/);
      assert.equal((await client.closed).code, 1002);
    });
  });

  test('limits the sockets of an address and the tabs of a session', async () => {
    await withHome({ bridge: { maxSocketsPerIp: 3, maxSocketsPerSession: 2 } }, async ({ url }) => {
      const first = new Client(url);
      const { session } = await first.hello();
      const second = new Client(url);
      await second.hello({ session });
      const third = await new Client(url).open();
      third.send({ type: 'hello', version: 1, session });
      assert.deepEqual(await third.closed, { code: 1013, reason: 'too many tabs of one session' });
      const fourth = new Client(url);
      await fourth.hello();
      const fifth = new Client(url);
      assert.deepEqual(await fifth.closed, { code: 1013, reason: 'too many connections from this address' });
      await fourth.close();
      await until(() => true);
      const sixth = new Client(url);
      await sixth.hello();
      for (const client of [first, second, sixth]) await client.close();
    });
  });
});
