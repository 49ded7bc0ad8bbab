import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, ownerCookie } from '../helpers.ts';
import type { HistoryAnswer } from '../../../data/readings/schemas/history.ts';
import type { Access } from '../../../harness/config/access.ts';
import { pastFor } from '../../../harness/gateway/home-parts.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { Readers } from '../../../harness/keys/readers.ts';
import { type MarkedHome, marksIn, startMarkedHome } from './marked-home.ts';

const token = 'the-secret-of-the-bridge';

/** A new link to a home: its id, and the cookie of a browser that has opened it. */
function newLink({ app }: MarkedHome, name: string): { readonly id: number; readonly cookie: string } {
  const { links } = app.home.keys;
  const secret = links.add(name, 30) ?? '';
  const link = links.find(secret);
  assert.ok(link);
  return { id: link.id, cookie: links.cookie(secret, link, false).split(';')[0] ?? '' };
}

describe('the bridge of a home for its owner only', () => {
  let home: MarkedHome;
  before(async () => (home = await startMarkedHome('owner')));
  after(() => home.close());

  it('welcomes no stranger, and sends none anything', async () => {
    const { secret } = home.store.openSession(undefined, { household: '', mayBegin: true });
    const key = home.app.home.keys.agents.add('laptop') ?? '';
    const hellos = [{}, { session: secret }, { token: key }, { token }];
    const headers = [{}, { cookie: `home-world-owner=${secret}` }, { authorization: `Bearer ${key}` }];
    for (const hello of hellos)
      for (const sent of headers) {
        const stranger = await new Client(home.url, { headers: sent }).open();
        stranger.send({ type: 'hello', version: 1, ...hello });
        // Frames behind a hello wait for it.
        stranger.send({ type: 'chat', id: 'q1', text: 'status' });
        const { code } = await stranger.closed;
        assert.equal(code, 1008);
        assert.deepEqual(
          stranger.frames.map((frame) => (frame.type === 'error' ? frame.code : frame.type)),
          ['unauthorized'],
        );
        assert.deepEqual(marksIn(JSON.stringify(stranger.frames)), []);
      }
  });

  it('sends nothing to a client that never says hello', async () => {
    const silent = await new Client(home.url).open();
    home.app.home.bridge.broadcast({ type: 'milestone-complete', detail: { title: 'secret-zq7' } });
    silent.send({ type: 'ping' });
    await silent.frame('pong');
    assert.equal(silent.frames.length, 1);
    await silent.close();
  });

  it('welcomes the owner and a guest, but not on a page of another site', async () => {
    const { cookie } = newLink(home, 'friend');
    for (const one of [ownerCookie(home.app), cookie]) {
      const visitor = new Client(home.url, { headers: { cookie: one } });
      await visitor.hello();
      assert.equal((await visitor.frame('activity')).activity.task, 'activity-zq7');
      await visitor.close();
    }
    const elsewhere = new Client(home.url, { origin: 'https://elsewhere.example', headers: { cookie } });
    assert.match((await elsewhere.closed).reason, /403/);
  });

  it('gives a guest no right of the owner', async () => {
    const guest = new Client(home.url, { headers: { cookie: newLink(home, 'guest').cookie } });
    await guest.hello();
    guest.send({ type: 'play-order', order: 'stop', play: '20261122-221500-driven' });
    assert.equal((await guest.frame('error')).code, 'unauthorized');
    await guest.close();
  });

  it('closes the sockets of a link that is removed, and of an owner who signs out', async () => {
    const { keys } = home.app.home;
    const link = newLink(home, 'wall');
    const owner = ownerCookie(home.app);
    const [wall, page] = [link.cookie, owner].map((cookie) => new Client(home.url, { headers: { cookie } }));
    assert.ok(wall && page);
    await wall.hello();
    await page.hello();
    keys.links.revoke(link.id);
    assert.deepEqual(await wall.closed, { code: 1008, reason: 'signed out' });
    assert.equal(page.socket.readyState, page.socket.OPEN);
    keys.signIns.end({ cookie: owner }, false);
    // Before the next check, too, nothing that it sends is done.
    page.send({ type: 'chat', id: 'q1', text: 'status' });
    assert.deepEqual(await page.closed, { code: 1008, reason: 'signed out' });
    assert.equal(page.frames.filter(({ type }) => type === 'chat-message').length, 0);
  });
});

describe('the bridge of a home that shows strangers some parts', () => {
  it('sends them frames of these parts only', async () => {
    await using home = await startMarkedHome({ visitorsSee: ['commits', 'activity'] });
    const { bridge } = home.app.home;
    const stranger = new Client(home.url);
    await stranger.hello();
    assert.equal((await stranger.frame('activity')).activity.task, 'activity-zq7');
    const owner = new Client(home.url, { headers: { cookie: ownerCookie(home.app) } });
    await owner.hello();
    bridge.broadcast({ type: 'milestone-complete', detail: { title: 'merged-zq7' } });
    bridge.broadcast({ type: 'pr-notification', detail: { action: 'merged', title: 'merged-zq7' } });
    bridge.broadcast({ type: 'status-update', detail: { readings: ['sessions'] } });
    bridge.broadcast({ type: 'status-update', detail: { readings: ['commits', 'merged'] } });
    const update = await stranger.frame('status-update');
    assert.deepEqual(update.detail['readings'], ['commits']);
    await owner.frame('pr-notification');
    stranger.send({ type: 'chat', id: 'q1', text: 'status' });
    assert.equal((await stranger.frame('error')).code, 'unauthorized');
    assert.deepEqual(
      marksIn(JSON.stringify(stranger.frames)).filter((part) => part !== 'activity'),
      [],
    );
    const types = new Set(stranger.frames.map(({ type }) => type));
    assert.deepEqual([...types].sort(), ['activity', 'error', 'status-update', 'welcome']);
    await stranger.close();
    await owner.close();
  });

  it('answers strangers from what they see, and the owner from everything', async () => {
    await using home = await startMarkedHome({ visitorsSee: ['chat', 'weather'] });
    const questions = [
      'status',
      'commits',
      'agents',
      'weather',
      'portals',
      'merged pull requests',
      'block height',
    ];
    const ask = async (headers: Record<string, string>): Promise<string[]> => {
      const visitor = new Client(home.url, { headers });
      await visitor.hello();
      for (const [index, question] of questions.entries()) {
        visitor.send({ type: 'chat', id: `q${index}`, text: question });
        await visitor.answerTo(`q${index}`);
      }
      await visitor.close();
      return [...marksIn(JSON.stringify(visitor.frames))].sort();
    };
    assert.deepEqual(await ask({}), ['weather']);
    const all = await ask({ cookie: ownerCookie(home.app) });
    for (const part of ['commits', 'agents', 'portals', 'merged', 'block-height'])
      assert.ok(all.includes(part), part);
  });

  it('answers strangers from the history of what they see', () => {
    const ids = ['portal:lab', 'upstream:weather', 'upstream:code-host', 'relay:wss://relay.example'];
    const status = {
      view: (_span: string, sees: (id: string) => boolean) =>
        ({ subjects: ids.filter(sees) }) as unknown as HistoryAnswer,
    };
    const seen = (access: Access, isStranger: boolean): unknown =>
      pastFor(new Readers(access, new Keys(':memory:')), status)?.('24h', isStranger)?.subjects;
    assert.deepEqual(seen({ visitorsSee: ['chat', 'history', 'weather'] }, true), ['upstream:weather']);
    assert.equal(seen({ visitorsSee: ['chat', 'portals'] }, true), undefined);
    assert.equal(seen('owner', true), undefined);
    assert.deepEqual(seen('owner', false), ids);
    assert.deepEqual(seen('public', false), ids);
  });
});
