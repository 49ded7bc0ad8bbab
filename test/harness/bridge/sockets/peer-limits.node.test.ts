import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WebSocket } from 'ws';
import { Client, until, withHome } from '../../helpers.ts';
import { quick } from '../../residents.ts';

describe('the limits of one connection', () => {
  const floods: readonly (readonly [string, (socket: WebSocket) => void])[] = [
    ['pongs', (socket) => Array.from({ length: 200 }, () => socket.pong())],
    ['pings', (socket) => Array.from({ length: 200 }, () => socket.ping())],
    ['fragments', (socket) => Array.from({ length: 40 }, () => socket.send('x', { fin: false }))],
    ['bytes', (socket) => Array.from({ length: 8 }, () => socket.send('x'.repeat(60_000)))],
  ];
  for (const [what, flood] of floods)
    test(`close only that connection with 1008 after too many ${what}`, async () => {
      await withHome({}, async ({ url }) => {
        const [loud, other] = [new Client(url), new Client(url)];
        await loud.hello();
        await other.hello();
        flood(loud.socket);
        assert.equal((await loud.closed).code, 1008);
        other.send({ type: 'ping' });
        await other.frame('pong');
        await other.close();
      });
    });

  test('allow the eight longest messages at once', async () => {
    await withHome({ resident: quick }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      for (let i = 0; i < 8; i++) client.send({ type: 'chat', id: `c${i}`, text: '字'.repeat(8_000) });
      for (let i = 0; i < 8; i++) await client.answerTo(`c${i}`);
      await client.close();
    });
  });

  test('stop a flood also when the client ignores the close', async () => {
    await withHome({}, async ({ app, url }) => {
      const deaf = new Client(url);
      await deaf.hello();
      deaf.socket.pause();
      for (let i = 0; i < 200; i++) deaf.socket.pong();
      await until(() => app.websocketServer.clients.size === 0);
      deaf.socket.terminate();
    });
  });

  test('confirm repeated messages at the pace of new ones', async () => {
    await withHome({ resident: quick }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      for (let i = 0; i < 12; i++) client.send({ type: 'chat', id: 'c1', text: 'again' });
      assert.equal((await client.frame('error')).code, 'rate-limited');
      await client.close();
    });
  });
});
