import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recorded } from './recorded.ts';
import { type NostrEvent, startRelay } from './relay.ts';
import { commitsAsOf, startUpstreams } from './upstreams.ts';

const notes = recorded<{ event: NostrEvent }[]>('nostr/events.json').map(({ event }) => event);

test('gives the newest recorded commit the requested time', () => {
  const now = Date.parse('2030-01-01T12:00:00Z');
  assert.equal(Math.max(...commitsAsOf(now).map(({ commit }) => Date.parse(commit.author.date))), now);
});

test('cuts the connection while an upstream is down, and answers again when it is up', async () => {
  await using upstreams = await startUpstreams();
  upstreams.setAll('down');
  await assert.rejects(fetch(`${upstreams.chain.url}/api/blocks/tip/height`));
  upstreams.setAll('up');
  assert.equal(await (await fetch(`${upstreams.chain.url}/api/blocks/tip/height`)).text(), '698767');
});

test('serves stored events and delivers live ones, and refuses forgeries', async () => {
  const relay = await startRelay(notes.slice(0, 3));
  try {
    const socket = new WebSocket(relay.url);
    const frames: unknown[][] = [];
    socket.onmessage = ({ data }) => void frames.push(JSON.parse(String(data)) as unknown[]);
    await new Promise((open) => (socket.onopen = open));
    socket.send(JSON.stringify(['REQ', 'a', { kinds: [1, 7, 9735], limit: 20 }]));
    while (!frames.some(([label]) => label === 'EOSE')) await new Promise((next) => setTimeout(next, 5));
    assert.equal(frames.length, 4);
    const live = notes[5] as NostrEvent;
    assert.equal((await relay.publish({ ...live, content: 'changed' })).accepted, false);
    assert.equal((await relay.publish(live)).accepted, true);
    while (frames.length < 5) await new Promise((next) => setTimeout(next, 5));
    assert.equal((frames[4]?.[2] as NostrEvent | undefined)?.id, live.id);
    socket.close();
  } finally {
    await relay.close();
  }
});
