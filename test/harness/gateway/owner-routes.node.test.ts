import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OwnerSessions, SESSION_SECONDS } from '../../../harness/bridge/sockets/owner-sessions.ts';
import { PLAY_ID, waitingPlay } from '../../helpers/plays.ts';
import { Client, withHome } from '../helpers.ts';

const token = 'the-secret-of-the-bridge';
const bridge = { token };

const signIn = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/owner`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
const status = async (url: string, cookie: string): Promise<unknown> =>
  (await fetch(`${url}/api/owner`, { headers: { cookie } })).json();

describe('the owner’s session', () => {
  test('begins with the token, decides about plays, and ends', async () => {
    const lines: string[] = [];
    await withHome({ bridge, log: (line) => lines.push(line) }, async ({ url }) => {
      assert.deepEqual(await status(url, ''), { signIn: true, signedIn: false });
      const response = await signIn(url, { token }, { origin: url });
      assert.equal(response.status, 200);
      assert.match(
        response.headers.get('set-cookie') ?? '',
        /^home-world-owner=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      const cookie = cookieOf(response);
      assert.deepEqual(await status(url, `other=1; ${cookie}`), { signIn: true, signedIn: true });

      const [player, owner] = [new Client(url), new Client(url, { headers: { cookie }, origin: url })];
      await player.hello({ role: 'resident', token });
      await owner.hello();
      player.send({ type: 'play', play: waitingPlay() });
      const { play } = await owner.frame('play');
      owner.send({ type: 'play-order', order: 'approve', play: play.id, request: 'r1' });
      const { type: _type, ...order } = await player.frame('play-order');
      assert.deepEqual(order, { order: 'approve', play: PLAY_ID, request: 'r1', from: 'page' });

      const left = await fetch(`${url}/api/owner`, { method: 'DELETE', headers: { cookie } });
      assert.match(left.headers.get('set-cookie') ?? '', /^home-world-owner=; Path=\/; Max-Age=0;/);
      assert.deepEqual(await status(url, cookie), { signIn: true, signedIn: false });
      owner.send({ type: 'play-order', order: 'stop', play: play.id });
      assert.equal((await owner.frame('error')).code, 'unauthorized');
      for (const client of [player, owner]) await client.close();
    });
    assert.doesNotMatch(lines.join('\n'), new RegExp(token));
  });

  test('is for the home’s own pages: no other origin, and its cookie does not count there', async () => {
    await withHome({ bridge, settings: { allowedOrigins: ['https://blog.example'] } }, async ({ url }) => {
      for (const headers of [{ origin: 'https://blog.example' }, { 'sec-fetch-site': 'same-site' }])
        assert.equal((await signIn(url, { token }, headers)).status, 403);
      const cookie = cookieOf(await signIn(url, { token }));
      const player = new Client(url);
      await player.hello({ role: 'resident', token });
      player.send({ type: 'play', play: waitingPlay() });
      const elsewhere = new Client(url, { headers: { cookie }, origin: 'https://blog.example' });
      await elsewhere.hello();
      await elsewhere.frame('play');
      elsewhere.send({ type: 'play-order', order: 'stop', play: PLAY_ID });
      assert.equal((await elsewhere.frame('error')).code, 'unauthorized');
      for (const client of [player, elsewhere]) await client.close();
    });
  });

  test('does not begin with a wrong token, or with something that is none', async () => {
    await withHome({ bridge }, async ({ url }) => {
      assert.equal((await signIn(url, { token: 'wrong' })).status, 401);
      for (const body of [{}, { token: 7 }, { token: 'x'.repeat(300) }, []])
        assert.equal((await signIn(url, body)).status, 400);
    });
  });

  test('does not exist in a home without a token, which says so', async () => {
    await withHome({}, async ({ url }) => {
      const { message } = (await (await signIn(url, { token: '' })).json()) as { message: string };
      assert.match(message, /HOME_WORLD_BRIDGE_TOKEN/);
      assert.deepEqual(await status(url, ''), { signIn: false, signedIn: false, reason: message });
    });
  });

  test('is found beside cookies of the same name from elsewhere, and ends with them', () => {
    const sessions = new OwnerSessions(Date.now);
    const other = `home-world-owner=${'A'.repeat(43)}`;
    for (const isSecure of [false, true]) {
      const own = sessions.begin(isSecure).split(';')[0] ?? '';
      for (const cookie of [`${other}; ${own}`, `${own}; ${other}`, `${other};${own} ;${other}`]) {
        assert.equal(sessions.ownerOf({ cookie })(), true, cookie);
        assert.equal(sessions.ownerOf({ cookie: cookie.replaceAll('owner=', 'owner-2=') })(), false);
      }
      sessions.end({ cookie: `${other}; ${own}` }, isSecure);
      assert.equal(sessions.ownerOf({ cookie: own })(), false);
    }
  });

  test('lasts twelve hours, in at most twenty browsers, and over HTTPS has a secure cookie', () => {
    const clock = { now: 0 };
    const sessions = new OwnerSessions(() => clock.now);
    const begin = () => ({ cookie: sessions.begin(true).split(';')[0] ?? '' });
    const first = begin();
    const isOwner = sessions.ownerOf(first);
    assert.equal(isOwner(), true);
    clock.now = SESSION_SECONDS * 1000 - 1;
    assert.equal(isOwner(), true);
    clock.now += 1;
    assert.equal(isOwner(), false);
    const early = sessions.ownerOf(begin());
    for (let more = 0; more < 19; more += 1) begin();
    assert.equal(early(), true);
    begin();
    assert.equal(early(), false);
    assert.match(sessions.begin(true), /^__Host-home-world-owner=[\w-]{43}; Path=\/; .*; Secure$/);
    assert.match(sessions.begin(false), /^home-world-owner=(?!.*Secure)/);
    assert.equal(sessions.ownerOf({ cookie: 'home-world-owner=' })(), false);
  });
});
