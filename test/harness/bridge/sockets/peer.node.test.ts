import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { MAX_FRAME_BYTES } from '../../../../data/core/limits.ts';
import { Client, until, withHome } from '../../helpers.ts';
import { echo } from '../../residents.ts';

describe('a client of the bridge', () => {
  test('is closed with 1009 for a frame over the limit, and the others stay', async () => {
    await withHome({}, async ({ url }) => {
      const [big, other] = [new Client(url), new Client(url)];
      await big.hello();
      await other.hello();
      big.socket.send('x'.repeat(MAX_FRAME_BYTES + 1));
      assert.equal((await big.closed).code, 1009);
      other.send({ type: 'ping' });
      await other.frame('pong');
      await other.close();
    });
  });

  test('gets an error for an invalid frame and stays connected', async () => {
    await withHome({}, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      const bad = [
        'not json',
        '[]',
        'null',
        '{"type":"nope"}',
        '{"type":"chat","id":"c1"}',
        '{"type":"chat","id":"bad id","text":"x"}',
        `{"type":"chat","id":"${'i'.repeat(79)}","text":"x"}`,
        '{"type":"chat","id":"c1","text":""}',
        JSON.stringify({ type: 'chat', id: 'c1', text: 'x'.repeat(8_001) }),
        '{"type":"hello","version":1}',
        '{"__proto__":{"type":"ping"}}',
      ];
      for (const text of bad) client.socket.send(text);
      client.socket.send(Buffer.from([1, 2, 3]));
      await until(() => client.frames.filter(({ type }) => type === 'error').length === bad.length + 1);
      const errors = client.frames.filter((frame) => frame.type === 'error');
      assert.ok(errors.every(({ code, message }) => code === 'bad-frame' && message.length > 10));
      client.send({ type: 'ping' });
      await client.frame('pong');
      await client.close();
    });
  });

  test('gets an error for each chat over the pace, and is closed for a flood', async () => {
    await withHome({ resident: echo() }, async ({ url, store }) => {
      const client = new Client(url);
      const { session } = await client.hello();
      for (let i = 0; i < 12; i++) client.send({ type: 'chat', id: `c${i}`, text: 'hi' });
      const refusal = await client.frame('error', ({ ref }) => ref === 'c11');
      assert.equal(refusal.code, 'rate-limited');
      await client.answerTo('c7');
      const stored = store.after(store.openSession(session).id, 0).filter(({ role }) => role === 'visitor');
      assert.equal(stored.length, 8, 'the burst');
      for (let i = 0; i < 100; i++) client.send({ type: 'ping' });
      assert.deepEqual(await client.closed, { code: 1008, reason: 'too many frames' });
    });
  });

  test('is dropped when it reads too slowly, and the others get everything', async () => {
    await withHome({ bridge: { maxBufferedBytes: 256 * 1024 } }, async ({ app, url }) => {
      const [slow, quick] = [new Client(url), new Client(url)];
      await slow.hello();
      await quick.hello();
      slow.socket.pause();
      const count = 400;
      for (let i = 0; i < count; i++) {
        app.home.bridge.broadcast({ type: 'status-update', detail: { i, fill: 'x'.repeat(32_000) } });
        await pause(1);
      }
      await until(() => quick.frames.filter(({ type }) => type === 'status-update').length === count);
      assert.equal(app.home.bridge.counts.sockets, 1);
      slow.socket.resume();
      assert.equal((await slow.closed).code, 1006);
      await quick.close();
    });
  });

  test('may leave one ping without an answer, and is closed after two', async () => {
    await withHome({ bridge: { heartbeatMs: 40 } }, async ({ url }) => {
      const client = new Client(url, { autoPong: false });
      let pings = 0;
      client.socket.on('ping', () => (pings += 1));
      assert.equal((await client.closed).code, 1006);
      assert.equal(pings, 2);
    });
  });

  test('is closed when it no longer answers pings', async () => {
    await withHome({ bridge: { heartbeatMs: 40 } }, async ({ app, url }) => {
      const [dead, alive] = [new Client(url), new Client(url)];
      await dead.hello();
      await alive.hello();
      dead.socket.pause();
      await until(() => app.home.bridge.counts.sockets === 1);
      alive.send({ type: 'ping' });
      await alive.frame('pong');
      await alive.close();
      dead.socket.terminate();
    });
  });
});

test('stays allowed when the clock is set back', async () => {
  let now = 10_000_000_000_000;
  await withHome({ resident: echo(), now: () => now }, async ({ url }) => {
    const client = new Client(url);
    await client.hello();
    now -= 86_400_000;
    client.send({ type: 'chat', id: 'one', text: 'still here' });
    assert.equal((await client.answerTo('one')).text, 'still here ');
    await client.close();
  });
});
