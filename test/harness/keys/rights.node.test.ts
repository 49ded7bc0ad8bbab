import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOKEN } from '../agent.ts';
import { Client, ownerCookie, withHome } from '../helpers.ts';
import { bearer, postJson } from '../requests.ts';

const accept = 'application/json, text/event-stream';
const sessionReport = { state: 'working', session: { id: 'a', harness: 'Codex' } };

const post = (url: string, body: object, headers: Record<string, string>): Promise<Response> =>
  postJson(url, body, { accept, ...headers });

describe('an agent key', () => {
  test('reports sessions until it is revoked, and nothing else', async () => {
    await withHome({ bridge: { token: TOKEN } }, async ({ url, app }) => {
      const { keys } = app.home;
      const key = keys.agents.add('laptop') ?? '';
      const events = `${url}/api/events`;
      assert.equal((await post(events, sessionReport, bearer(key))).status, 200);
      // Behind a server with a sign-in of its own, `Authorization` is that server’s.
      const headers = { authorization: 'Basic b3duZXI6c2VjcmV0', 'x-home-world-key': key };
      assert.equal((await post(events, sessionReport, headers)).status, 200);

      const activity = await post(events, { state: 'working' }, bearer(key));
      assert.equal(activity.status, 403);
      assert.match(await activity.text(), /HOME_WORLD_BRIDGE_TOKEN/);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      assert.equal((await post(`${url}/mcp`, call, bearer(key))).status, 401);
      const screen = await fetch(`${url}/api/plays/${'a'.repeat(22)}/screens/1`, {
        method: 'PUT',
        headers: bearer(key),
      });
      assert.equal(screen.status, 401);
      for (const role of ['resident', 'observer'] as const) {
        const client = await new Client(url).open();
        client.send({ type: 'hello', version: 1, role, token: key });
        assert.equal((await client.frame('error')).code, 'unauthorized');
        await client.closed;
      }
      for (const body of [{ code: key }, { token: key }])
        assert.ok((await post(`${url}/api/owner`, body, {})).status >= 401);
      assert.equal((await fetch(`${url}/api/owner/devices`, { headers: bearer(key) })).status, 401);

      keys.agents.revoke('laptop');
      assert.equal((await post(events, sessionReport, bearer(key))).status, 401);
    });
  });

  test('works in a home without a token', async () => {
    await withHome({}, async ({ url, app }) => {
      const key = app.home.keys.agents.add('laptop') ?? '';
      assert.equal((await post(`${url}/api/events`, sessionReport, bearer(key))).status, 200);
      const refused = await post(`${url}/api/events`, sessionReport, {});
      assert.equal(refused.status, 401);
      assert.match(await refused.text(), /home-world keys add/);
    });
  });

  test('is counted apart from the other requests of its address', async () => {
    await withHome({ requestsPerMinute: 5 }, async ({ url, app }) => {
      const key = app.home.keys.agents.add('laptop') ?? '';
      for (let sent = 0; sent < 6; sent += 1) await fetch(`${url}/api/sessions.json`);
      assert.equal((await fetch(`${url}/api/sessions.json`)).status, 429);
      assert.equal((await fetch(`${url}/api/sessions.json`, { headers: bearer(key) })).status, 200);
    });
  });
});

describe('a read-only link', () => {
  const exchange = (url: string, secret: unknown, more: Record<string, string> = {}): Promise<Response> =>
    postJson(`${url}/api/link`, { secret }, more);

  test('is exchanged for a cookie that opens the home, and nothing of the owner’s', async () => {
    await withHome({ settings: { access: 'owner' } }, async ({ url, app }) => {
      const { keys } = app.home;
      const secret = keys.links.add('friend', 2) ?? '';
      const opened = await exchange(url, secret);
      assert.equal(opened.status, 200);
      const set = opened.headers.get('set-cookie') ?? '';
      assert.match(set, /^home-world-link=[\w-]{43}; Path=\/; Max-Age=17\d{4}; HttpOnly; SameSite=Lax$/);
      const cookie = set.split(';')[0] ?? '';
      assert.equal((await fetch(`${url}/config.json`, { headers: { cookie } })).status, 200);
      for (const path of ['devices', 'passkeys/options'])
        assert.ok((await fetch(`${url}/api/owner/${path}`, { headers: { cookie } })).status >= 401, path);
      const status = (await (await fetch(`${url}/api/owner`, { headers: { cookie } })).json()) as object;
      assert.equal((status as { signedIn: boolean }).signedIn, false);
      const add = await fetch(`${url}/api/owner/passkeys/options`, { method: 'POST', headers: { cookie } });
      assert.equal(add.status, 401);

      const owner = ownerCookie(app);
      const devices = await fetch(`${url}/api/owner/devices`, { headers: { cookie: owner } });
      const { links } = (await devices.json()) as { links: { id: number; name: string }[] };
      assert.deepEqual(
        links.map(({ name }) => name),
        ['friend'],
      );
      const remove = (by: string): Promise<Response> =>
        fetch(`${url}/api/owner/links/${links[0]?.id}`, { method: 'DELETE', headers: { cookie: by } });
      assert.equal((await remove(cookie)).status, 401);
      assert.equal((await remove(owner)).status, 204);
      assert.equal((await fetch(`${url}/config.json`, { headers: { cookie } })).status, 401);
      assert.equal((await exchange(url, secret)).status, 401);
    });
  });

  test('is refused from other sites, in another form, and after many guesses', async () => {
    await withHome({}, async ({ url, app }) => {
      const secret = app.home.keys.links.add('friend', 2);
      assert.equal((await exchange(url, secret, { 'sec-fetch-site': 'cross-site' })).status, 403);
      for (const wrong of [7, null, 'x'.repeat(200)]) assert.equal((await exchange(url, wrong)).status, 400);
      const answers: number[] = [];
      for (let tries = 0; tries < 12; tries += 1) answers.push((await exchange(url, 'a guess')).status);
      assert.deepEqual([answers[0], answers.at(-1)], [401, 429]);
      assert.equal((await exchange(url, secret)).status, 200, 'the right one opens it all the same');
    });
  });
});

describe('the list of devices', () => {
  const devicesOf = async (url: string, cookie: string) =>
    fetch(`${url}/api/owner/devices`, { headers: { cookie } });

  test('is the owner’s alone, and removes sign-ins and keys', async () => {
    await withHome({}, async ({ url, app }) => {
      const { keys } = app.home;
      const key = keys.agents.add('laptop') ?? '';
      const [here, elsewhere] = [ownerCookie(app), ownerCookie(app)];
      assert.equal((await devicesOf(url, '')).status, 401);
      const list = (await (await devicesOf(url, here)).json()) as {
        signIns: { id: number; isHere: boolean; browser: string }[];
        agentKeys: { name: string }[];
      };
      assert.deepEqual(
        list.signIns.map(({ isHere }) => isHere),
        [false, true],
      );
      assert.deepEqual(
        list.agentKeys.map(({ name }) => name),
        ['laptop'],
      );
      assert.doesNotMatch(JSON.stringify(list), new RegExp(key));

      const remove = (path: string, cookie: string, headers = {}): Promise<Response> =>
        fetch(`${url}/api/owner/${path}`, { method: 'DELETE', headers: { cookie, ...headers } });
      assert.equal((await remove('agent-keys/laptop', '')).status, 401);
      assert.equal((await remove('agent-keys/laptop', here, { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.equal((await remove('agent-keys/laptop', here)).status, 204);
      assert.equal((await remove('agent-keys/laptop', here)).status, 404);
      assert.equal((await remove(`sign-ins/${list.signIns[0]?.id}`, here)).status, 204);
      assert.equal((await devicesOf(url, elsewhere)).status, 401);
      assert.equal((await devicesOf(url, here)).status, 200);
      const out = await remove('sign-ins', here);
      assert.deepEqual(await out.json(), { signIn: true, signedIn: false });
      assert.match(out.headers.get('set-cookie') ?? '', /^home-world-owner=; Path=\/; Max-Age=0;/);
      assert.equal((await devicesOf(url, here)).status, 401);
    });
  });
});
