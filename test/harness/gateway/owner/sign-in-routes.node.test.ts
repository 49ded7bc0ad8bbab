import assert from 'node:assert/strict';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { PLAY_ID, waitingPlay } from '../../../helpers/plays.ts';
import { TOKEN } from '../../agent.ts';
import { Client, withHome } from '../../helpers.ts';
import { postJson } from '../../requests.ts';
import { MINUTE_MS } from '../../../../data/core/time.ts';

const bridge = { token: TOKEN };

const signIn = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  postJson(`${url}/api/owner`, body, headers);
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
/** With `node:http`, because `fetch` does not send another host. */
const status = (url: string, cookie: string, headers: Record<string, string> = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/owner`, { headers: { cookie, ...headers } }, (response) => {
      void json(response).then(resolve, reject);
    });
    sent.on('error', reject).end();
  });
const isSignedIn = async (url: string, cookie: string): Promise<boolean> =>
  ((await status(url, cookie)) as { signedIn: boolean }).signedIn;

describe('the owner’s session', () => {
  test('begins with a code, decides about plays, and ends', async () => {
    const lines: string[] = [];
    await withHome({ bridge, log: (line) => lines.push(line) }, async ({ url, app }) => {
      assert.equal(await isSignedIn(url, ''), false);
      const code = app.home.keys.codes.make();
      const response = await signIn(url, { code }, { origin: url });
      assert.equal(response.status, 200);
      assert.match(
        response.headers.get('set-cookie') ?? '',
        /^home-world-owner=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      );
      const cookie = cookieOf(response);
      assert.equal(await isSignedIn(url, `other=1; ${cookie}`), true);

      const [player, owner] = [new Client(url), new Client(url, { headers: { cookie }, origin: url })];
      await player.hello({ role: 'resident', token: TOKEN });
      await owner.hello();
      player.send({ type: 'play', play: waitingPlay() });
      const { play } = await owner.frame('play');
      owner.send({ type: 'play-order', order: 'approve', play: play.id, request: 'r1' });
      const { type: _type, ...order } = await player.frame('play-order');
      assert.deepEqual(order, { order: 'approve', play: PLAY_ID, request: 'r1', from: 'page' });

      const left = await fetch(`${url}/api/owner`, { method: 'DELETE', headers: { cookie } });
      assert.match(left.headers.get('set-cookie') ?? '', /^home-world-owner=; Path=\/; Max-Age=0;/);
      assert.equal(await isSignedIn(url, cookie), false);
      owner.send({ type: 'play-order', order: 'stop', play: play.id });
      assert.equal((await owner.frame('error')).code, 'unauthorized');
      for (const client of [player, owner]) await client.close();
    });
    assert.doesNotMatch(lines.join('\n'), new RegExp(TOKEN));
  });

  test('is for the home’s own pages: no other origin, and its cookie does not count there', async () => {
    await withHome(
      { bridge, settings: { allowedOrigins: ['https://blog.example'] } },
      async ({ url, app }) => {
        const code = app.home.keys.codes.make();
        for (const headers of [{ origin: 'https://blog.example' }, { 'sec-fetch-site': 'same-site' }])
          assert.equal((await signIn(url, { code }, headers)).status, 403);
        const cookie = cookieOf(await signIn(url, { code }));
        const player = new Client(url);
        await player.hello({ role: 'resident', token: TOKEN });
        player.send({ type: 'play', play: waitingPlay() });
        const elsewhere = new Client(url, { headers: { cookie }, origin: 'https://blog.example' });
        await elsewhere.hello();
        await elsewhere.frame('play');
        elsewhere.send({ type: 'play-order', order: 'stop', play: PLAY_ID });
        assert.equal((await elsewhere.frame('error')).code, 'unauthorized');
        for (const client of [player, elsewhere]) await client.close();
      },
    );
  });

  test('does not begin with a code that is wrong, was used or has ended', async () => {
    const clock = { now: Date.now() };
    await withHome({ bridge, now: () => clock.now }, async ({ url, app }) => {
      assert.equal((await signIn(url, { code: 'AAAA-AAAA-AAAA' })).status, 401);
      for (const body of [{}, { code: 7 }, { code: 'x'.repeat(300) }, []])
        assert.equal((await signIn(url, body)).status, 400);
      const code = app.home.keys.codes.make();
      assert.equal((await signIn(url, { code: code.toLowerCase().replaceAll('-', ' ') })).status, 200);
      assert.equal((await signIn(url, { code })).status, 401);
      const late = app.home.keys.codes.make();
      clock.now += 10 * MINUTE_MS;
      assert.equal((await signIn(url, { code: late })).status, 401);
    });
  });

  test('does not begin with the token of the home, which agents have too', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const response = await signIn(url, { token: TOKEN });
      assert.equal(response.status, 403);
      assert.equal(response.headers.get('set-cookie'), null);
      assert.match(await response.text(), /home-world owner code/);
    });
  });

  test('says whether passkeys work at the address, and where they do not, why', async () => {
    await withHome({}, async ({ url }) => {
      const of = async (host: string) => (await status(url, '', { host })) as { passkeyProblem?: string };
      assert.match((await of('127.0.0.1:4200')).passkeyProblem ?? '', /IP address/);
      assert.match((await of('[::1]:4200')).passkeyProblem ?? '', /IP address/);
      assert.match((await of('home.example')).passkeyProblem ?? '', /HTTPS/);
      assert.equal((await of('localhost:4200')).passkeyProblem, undefined);
    });
    await withHome({ publicUrl: 'https://home.example/' }, async ({ url }) => {
      assert.deepEqual(await status(url, ''), { signIn: true, signedIn: false, fresh: false, passkeys: 0 });
    });
  });
});
