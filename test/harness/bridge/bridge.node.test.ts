import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { Store } from '../../../harness/store/store.ts';
import { Client, startHome, until, withHome } from '../helpers.ts';
import { echo } from '../residents.ts';

test('a store that fails sends an error frame, and the home continues', async () => {
  const store = new Store(':memory:');
  await withHome({ store, resident: echo() }, async ({ url }) => {
    const client = new Client(url);
    await client.hello();
    client.send({ type: 'chat', id: 'c1', text: 'hi' });
    await client.answerTo('c1');
    store.close();
    client.send({ type: 'chat', id: 'c2', text: 'hi' });
    const frame = await client.frame('error');
    assert.deepEqual([frame.code, frame.ref], ['internal', 'c2']);
    assert.equal((await fetch(`${url}/version.json`)).status, 200);
    assert.equal((await fetch(`${url}/healthz`)).status, 503);
    const late = await new Client(url).open();
    late.send({ type: 'hello', version: 1 });
    assert.equal((await late.frame('error')).code, 'internal');
    assert.equal((await late.closed).code, 1011);
    await client.close();
  });
});

test('the bridge also listens on its own port, with the same conversations', async () => {
  await withHome({ resident: echo() }, async ({ app, url }) => {
    const listener = await createBridgeListener(app.home, 0);
    const address = await listener.listen({ host: '127.0.0.1', port: 0 });
    const here = new Client(url);
    const { session } = await here.hello();
    const there = new Client(address);
    await there.hello({ session });
    there.send({ type: 'chat', id: 'c1', text: 'over there' });
    assert.equal((await here.answerTo('c1')).text, 'over there ');
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
    assert.equal((await fetch(`${address}/`)).status, 404);
    const foreign = new Client(address, { origin: 'https://evil.example' });
    assert.match((await foreign.closed).reason, /403/);
    await here.close();
    await there.close();
    await listener.close();
  });
});

test('an address begins only so many conversations an hour, which fills no place of others', async () => {
  await withHome({ trustProxy: 1, bridge: { maxSocketsPerIp: 1 } }, async ({ app, url }) => {
    const from = (address: string): Client => new Client(url, { headers: { 'x-forwarded-for': address } });
    const visit = async (address: string, known?: string): Promise<string> => {
      const client = from(address);
      const { session } = await client.hello(known === undefined ? {} : { session: known });
      await client.close();
      await until(() => app.home.bridge.counts.sockets === 0);
      return session;
    };
    const first = await visit('192.0.2.1');
    for (let count = 1; count < 16; count++) await visit('192.0.2.1');
    for (const session of [undefined, 'x'.repeat(first.length)]) {
      const refused = await from('192.0.2.1').open();
      refused.send({ type: 'hello', version: 1, ...(session !== undefined && { session }) });
      assert.deepEqual(await refused.closed, {
        code: 1013,
        reason: 'too many new conversations from this address',
      });
    }
    assert.equal(await visit('192.0.2.1', first), first, 'an earlier conversation goes on');
    await visit('192.0.2.2');
  });
});

test('every socket gets 1001 on shutdown, also one that does not respond', async () => {
  const home = await startHome();
  const [good, deaf] = [new Client(home.url), new Client(home.url)];
  await good.hello();
  await deaf.hello();
  deaf.socket.pause();
  const started = Date.now();
  await home.close();
  // The home waits one second for the deaf client. The rest of the time is for a busy machine.
  assert.ok(Date.now() - started < 20_000);
  assert.equal((await good.closed).code, 1001);
  deaf.socket.terminate();
});
