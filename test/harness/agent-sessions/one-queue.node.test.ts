import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOKEN } from '../agent.ts';
import { Client, type TestHome, until, withHome, ownerCookie } from '../helpers.ts';
import { connectMcp } from '../mcp/mcp-client.ts';
import { bearer, postJson } from '../requests.ts';

const bridge = { token: TOKEN };
const MINUTE = 60_000;

const report = async ({ url }: TestHome, body: object): Promise<Response> =>
  postJson(`${url}/api/events`, body, bearer(TOKEN));
const text = async (url: string): Promise<string> => (await fetch(url)).text();
/** The parts of the answers that are compared. */
interface Document {
  readonly sessions: { readonly sessions: readonly { readonly name: string }[] };
  readonly value: Document['sessions'];
  readonly text: readonly string[];
  readonly readings: { readonly sessions: Pick<Document, 'text'> };
  readonly message: string;
}
const json = async (url: string): Promise<Document> => JSON.parse(await text(url)) as Document;

/** Where each name is first in a text. */
const orderIn = (where: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, at: where.indexOf(`${name}:`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name);

describe('the queue of agent sessions', () => {
  test('is the same in the API, the documents, the resident’s answers and over MCP', async () => {
    let now = Date.now();
    await withHome({ bridge, now: () => now }, async (home) => {
      const { url } = home;
      const session = (id: string, harness: string): object => ({ session: { id, harness } });
      await report(home, { state: 'working', tool: 'Edit', ...session('a', 'Claude Code') });
      now += MINUTE;
      await report(home, { state: 'waiting', needs: 'permission', ...session('b', 'Codex') });
      now += MINUTE;
      await report(home, { state: 'waiting', needs: 'answer', ...session('c', 'Gemini CLI') });
      await report(home, { state: 'failed', step: 'rate limit', ...session('d', 'OpenCode') });
      now += 36 * MINUTE;
      await report(home, { state: 'thinking', ...session('a', 'Claude Code') });
      home.app.home.state.now.set(now);

      const order = ['Codex', 'Gemini CLI', 'OpenCode', 'Claude Code'];
      const { sessions } = await json(`${url}/api/sessions.json`);
      const named = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
      assert.deepEqual(named(sessions.sessions), order);
      const document = await json(`${url}/api/readings/sessions.json`);
      assert.deepEqual(named(document.value.sessions), order);
      assert.deepEqual(document.text, [
        'Codex: waits for permission, 37 min',
        'Gemini CLI: waits for an answer, 36 min',
        'OpenCode: failed, 36 min',
        'Claude Code: thinking',
      ]);
      assert.deepEqual(
        orderIn(JSON.stringify((await json(`${url}/api/status.json`)).readings.sessions.text), order),
        order,
      );
      assert.equal((await json(`${url}/badge/team.json`)).message, '2 wait · 1 failed · 1 at work');

      const visitor = new Client(url);
      await visitor.hello();
      visitor.send({ type: 'chat', id: 'q1', text: 'who waits for me?' });
      const waiting = (await visitor.answerTo('q1')).text;
      assert.deepEqual(orderIn(waiting, order), order.slice(0, 3));
      visitor.send({ type: 'chat', id: 'q2', text: 'what is Codex doing?' });
      assert.match((await visitor.answerTo('q2')).text, /^- Codex: waits for permission, 37 min$/m);
      visitor.send({ type: 'chat', id: 'q3', text: 'status' });
      assert.deepEqual(orderIn((await visitor.answerTo('q3')).text, order), order);
      await visitor.close();

      const mcp = await connectMcp(url);
      assert.deepEqual(orderIn((await mcp.call('home_status')).text, order), order);
      await mcp.call('set_activity', { state: 'ended', session: { id: 'b', harness: 'Codex' } });
      assert.doesNotMatch(await text(`${url}/api/sessions.json`), /Codex/);
      assert.ok((await mcp.call('set_activity', { state: 'done' })).isError, 'done needs a session');
      await mcp.kill();
    });
  });

  test('is announced to pages, and needs the token and a session that fits', async () => {
    await withHome({ bridge }, async (home) => {
      const page = new Client(home.url);
      await page.hello();
      const body = { state: 'working', session: { id: 'a', harness: 'Codex' } };
      const response = await report(home, body);
      const { session } = (await response.json()) as { session: { state: string } };
      assert.equal(session.state, 'working');
      await until(() => page.frames.some(({ type }) => type === 'status-update'));
      const news = page.frames.find((frame) => frame.type === 'status-update');
      assert.deepEqual(news, { type: 'status-update', detail: { readings: ['sessions'], withinSeconds: 1 } });
      await page.close();

      const refused = await report(home, { ...body, session: { id: 'a b', harness: 'Codex' } });
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /session\.id/);
      const stranger = await postJson(`${home.url}/api/events`, body);
      assert.equal(stranger.status, 401);
    });
  });

  test('has private fields for the signed-in owner alone', async () => {
    await withHome({ bridge }, async (home) => {
      const { url } = home;
      await report(home, {
        state: 'working',
        task: 'Private task',
        tool: 'PrivateTool',
        target: { kind: 'file', name: 'private/file.ts' },
        session: { id: 'private-id', harness: 'Codex', folder: 'private-folder', branch: 'private-branch' },
        agent: { id: 'private-agent', name: 'Private agent' },
      });
      const cookie = ownerCookie(home.app);
      const owners = await fetch(`${url}/api/sessions.json`, { headers: { cookie } });
      assert.match(owners.headers.get('vary') ?? '', /cookie/i);
      assert.match(
        await owners.text(),
        /Private task.*private-folder · private-branch|private-folder · private-branch.*Private task/s,
      );
      const visitor = new Client(url);
      await visitor.hello();
      visitor.send({ type: 'chat', id: 'q1', text: 'status' });
      await visitor.answerTo('q1');
      const mcp = await connectMcp(url);
      const seen = [
        ...(await Promise.all(
          [
            'api/sessions.json',
            'api/readings/sessions.json',
            'api/status.json',
            'badge/team.svg',
            'feed.xml',
            'llms.txt',
            'metrics',
          ].map((path) => text(`${url}/${path}`)),
        )),
        JSON.stringify(visitor.frames),
        (await mcp.call('home_status')).text,
      ].join('\n');
      assert.match(seen, /Codex/);
      assert.doesNotMatch(seen, /private/i);
      await mcp.kill();
      await visitor.close();
    });
  });

  test('lets the owner end a session that waits, until its program reports again', async () => {
    await withHome({ bridge }, async (home) => {
      const { url } = home;
      const body = { state: 'waiting', needs: 'permission', session: { id: 's', harness: 'Claude Code' } };
      const { session } = (await (await report(home, body)).json()) as { session: { key: string } };
      const page = new Client(url);
      await page.hello();
      const cookie = ownerCookie(home.app);
      const end = (headers: Record<string, string>, key = session.key): Promise<Response> =>
        fetch(`${url}/api/sessions/${key}`, { method: 'DELETE', headers });

      for (const headers of [
        {},
        { cookie: `home-world-owner=${'A'.repeat(43)}` },
        { cookie, origin: 'https://blog.example' },
        { cookie, 'sec-fetch-site': 'cross-site' },
      ])
        assert.equal((await end(headers)).status, 403);
      for (const key of ['0123456789abcdef', 'Claude%20Code', 's'])
        assert.equal((await end({ cookie }, key)).status, 404);
      const other = await fetch(`${url}/api/sessions/${session.key}`, {
        method: 'POST',
        headers: { cookie },
      });
      assert.deepEqual([other.status, other.headers.get('allow')], [405, 'DELETE']);
      assert.match(await text(`${url}/api/sessions.json`), /"waiting"/);

      const ended = await end({ cookie, origin: url, 'sec-fetch-site': 'same-origin' });
      assert.deepEqual([ended.status, await ended.json()], [200, { sessions: null }]);
      assert.equal(await text(`${url}/api/sessions.json`), '{"sessions":null}\n');
      await until(() => page.frames.filter(({ type }) => type === 'status-update').length > 0);

      const again = (await (await report(home, { ...body, state: 'thinking' })).json()) as object;
      assert.deepEqual(again, { session: { key: session.key, state: 'thinking' } });
      await page.close();
    });
  });
});
