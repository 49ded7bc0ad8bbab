import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type PlayOrder,
  type PlayRecord,
  MAX_SCREEN_BYTES,
  playRecord,
} from '../../../../data/games/play-record.ts';
import { reportedActivity } from '../../../../data/readings/schemas/resident-activity.ts';
import { playAnswerFrame } from '../../../../data/games/call-frames.ts';
import { HomeLink } from '../../../../harness/games/play/home-link.ts';
import { Client, textOf, withHome } from '../../helpers.ts';
import { until } from '../../../helpers/waiting.ts';
import { PLAY, capture } from './scripted.ts';

const TOKEN = 'a-token-of-the-bridge';

/** A home that keeps what a player sends. */
async function smallHome() {
  const frames: Record<string, unknown>[] = [];
  const uploads: { path: string; type: string | undefined; token: unknown; body: string }[] = [];
  const sockets: WebSocket[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void buffer(request).then((body) => {
      const { 'content-type': type, 'x-home-world-key': token } = request.headers;
      uploads.push({ path: `${request.method} ${request.url}`, type, token, body: String(body) });
      response.writeHead(uploads.length === 1 ? 404 : 204).end();
    });
  });
  const sockets_ = new WebSocketServer({ server, path: '/sub/api/world/ws' });
  sockets_.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const frame = JSON.parse(textOf(data)) as Record<string, unknown>;
      frames.push(frame);
      if (frame['type'] !== 'hello') return;
      if (frame['token'] === TOKEN) socket.send(JSON.stringify({ type: 'welcome' }));
      else socket.send(JSON.stringify({ type: 'error', code: 'unauthorized', message: 'no' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    sockets.forEach((socket) => socket.terminate());
    sockets_.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = new URL(`http://127.0.0.1:${port}/sub`);
  return { url, frames, uploads, sockets, [Symbol.asyncDispose]: close };
}

const record: PlayRecord = {
  id: PLAY,
  portal: '2048',
  state: 'playing',
  note: 'I move up.',
  dryRun: false,
  approval: 'ask',
  step: 3,
  budget: { steps: { used: 3, limit: 12 }, seconds: { used: 1, limit: 60 }, tokens: { used: 9, limit: 90 } },
  actions: [],
  startedAt: 1,
  updatedAt: 2,
};
const screen = {
  number: 7,
  isUnchanged: false,
  bytes: capture('shown').screenshot.bytes,
  mediaType: 'image/png',
  store: { notes: [] },
} as const;

const typed = (frames: readonly Record<string, unknown>[], type: string) =>
  frames.filter((frame) => frame['type'] === type);

describe('the link of a player to a home', () => {
  test('shows the play, its screenshot and the activity, takes orders, and comes back after a break', async () => {
    await using home = await smallHome();
    const orders: [PlayOrder, string][] = [];
    const news: string[] = [];
    const link = new HomeLink({
      url: home.url,
      token: TOKEN,
      portalName: '2048',
      onOrder: (...order) => orders.push(order),
      onStatus: (line) => news.push(line),
    });
    link.report(record);
    link.show(screen);
    await until('the screenshot is there, the second time', () => home.uploads.length === 2);
    assert.deepEqual(home.uploads[1], {
      path: `PUT /sub/api/plays/${PLAY}/screens/7`,
      type: 'image/png',
      token: TOKEN,
      body: 'shown',
    });
    assert.deepEqual(v.parse(playRecord, typed(home.frames, 'play')[0]?.['play']), record);
    const activity = v.parse(reportedActivity, typed(home.frames, 'activity')[0]?.['activity']);
    assert.deepEqual(
      [activity.state, activity.task, activity.step, activity.progress],
      ['working', 'a game of 2048', 'I move up.', 0.25],
    );

    const send = (frame: object): void => home.sockets.at(-1)?.send(JSON.stringify(frame));
    send({ type: 'play-order', order: 'approve', play: PLAY, request: 'r1' });
    send({ type: 'play-order', order: 'shutdown', play: PLAY });
    send({ type: 'play-order', order: 'stop', play: PLAY, from: 'chat' });
    await until('both orders are there', () => orders.length === 2);
    assert.deepEqual(orders, [
      [{ order: 'approve', play: PLAY, request: 'r1' }, 'page'],
      [{ order: 'stop', play: PLAY }, 'chat'],
    ]);

    send({ type: 'play-call', play: PLAY, call: 'c1' });
    await until('the call is answered', () => typed(home.frames, 'play-answer').length === 1);
    const { problem, ...answer } = v.parse(playAnswerFrame, typed(home.frames, 'play-answer')[0]);
    assert.deepEqual(answer, { type: 'play-answer', play: PLAY, call: 'c1' });
    assert.match(problem ?? '', /A model plays this game/);

    home.sockets.at(-1)?.terminate();
    await until('it is linked again', () => home.sockets.length === 2 && news.length === 3);
    assert.match(news[1]!, /No home answers at .*: the play continues/);
    assert.match(news[2]!, /^Connected again/);
    link.report({ ...record, state: 'done', note: 'Won.' });
    await link.close();
    await until('the end is there', () =>
      typed(home.frames, 'activity').some(
        (frame) => (frame['activity'] as { state: string }).state === 'idle',
      ),
    );
    assert.equal(v.parse(playRecord, typed(home.frames, 'play').at(-1)?.['play']).state, 'done');
  });

  test('sends what follows when the clock of the machine is set back', async (t) => {
    await using home = await smallHome();
    const link = new HomeLink({
      url: home.url,
      token: TOKEN,
      portalName: '2048',
      onOrder: () => undefined,
      onStatus: () => undefined,
    });
    link.report(record);
    await until('the play is there', () => typed(home.frames, 'play').length === 1);
    const now = Date.now();
    const clock = t.mock.method(Date, 'now', () => now - 3_600_000);
    link.report({ ...record, state: 'waiting' });
    clock.mock.restore();
    await until('what follows is there', () => typed(home.frames, 'play').length === 2);
    await link.close();
  });

  test('says once that the token is wrong or that there is no home, and lets the play continue', async () => {
    await using home = await smallHome();
    const news: string[] = [];
    const open = (url: URL, token: string) =>
      new HomeLink({
        url,
        token,
        portalName: 'x',
        onOrder: () => undefined,
        onStatus: (line) => news.push(line),
      });
    const wrong = open(home.url, 'another');
    wrong.report(record);
    await until('it is refused', () => news.length === 1);
    assert.match(news[0]!, /refused the token of HOME_WORLD_BRIDGE_TOKEN.* the same token/);
    assert.ok(!news[0]!.includes('another'));
    await wrong.close();
    const none = open(new URL('http://127.0.0.1:1/'), TOKEN);
    await until('it is not there', () => news.length === 2);
    none.report(record);
    none.show(screen);
    await none.close();
    assert.equal(news.length, 2);
    assert.deepEqual(typed(home.frames, 'play'), []);
  });

  test('says once that the home shows no more plays, and that its screenshots are too large', async () => {
    await withHome({ bridge: { token: TOKEN } }, async ({ url }) => {
      const others = new Client(url);
      await others.hello({ role: 'resident', token: TOKEN });
      for (let number = 0; number < 4; number += 1) {
        others.send({ type: 'play', play: { ...record, id: `${PLAY}-${number}` } });
        await others.frame('play');
      }
      const news: string[] = [];
      const link = new HomeLink({
        url: new URL(url),
        token: TOKEN,
        portalName: '2048',
        onOrder: () => undefined,
        onStatus: (line) => news.push(line),
      });
      link.report(record);
      link.show({ ...screen, bytes: new Uint8Array(MAX_SCREEN_BYTES + 1) });
      await until('both are said', () => news.length === 3);
      link.report({ ...record, step: 4 });
      link.show({ ...screen, number: 8, bytes: new Uint8Array(MAX_SCREEN_BYTES + 1) });
      await link.close();
      const said = news.slice(1).toSorted();
      assert.match(said[0] ?? '', /screenshots of at most 2 MB.*Make the game’s window smaller/);
      assert.match(said[1] ?? '', /^The home does not show this play: .* 4 plays at once\. Stop one of them/);
      assert.equal(news.length, 3);
      await others.close();
    });
  });
});
