import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { worldAction } from '../../../data/chat/world-action.ts';
import { GRACE_MS } from '../../../harness/mcp/presence.ts';
import { Agent, TOKEN } from '../agent.ts';
import { Client, type TestHome, until, withHome } from '../helpers.ts';
import { echo } from '../residents.ts';
import { MODES, connectMcp } from './mcp-client.ts';

type Options = NonNullable<Parameters<typeof withHome>[0]>;

const withRoom = (body: (home: TestHome) => Promise<void>, more: Options = {}) =>
  withHome({ resident: echo(), ...more, bridge: { token: TOKEN } }, body);

async function visitor(url: string): Promise<Client> {
  const client = new Client(url);
  await client.hello();
  return client;
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

const post = (url: string, headers: Record<string, string>, body: unknown = INITIALIZE) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const bearer = { authorization: `Bearer ${TOKEN}` };

for (const mode of MODES) describe(`an agent over MCP, ${JSON.stringify(mode)}`, () => {
  const hasSession = mode === 'legacy';

  test('moves in, reads the home, gets a question, acts, answers and leaves', async () => {
    await withRoom(async ({ url }) => {
      const [asking, other] = [await visitor(url), await visitor(url)];
      const agent = await connectMcp(url, { name: 'Scout', mode });
      assert.equal(agent.hasSession, hasSession);
      const { tools } = await agent.client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), [
        'act',
        'home_status',
        'leave',
        'read_chat',
        'say',
        'set_activity',
      ]);
      const acting = tools.find(({ name }) => name === 'act');
      for (const { entries } of worldAction.options)
        assert.ok(acting?.description?.includes(`${entries.action.literal} {`), entries.action.literal);
      assert.match((await agent.call('home_status')).text, /Visitors: 2/);
      assert.equal((await agent.call('say', { question: 'q', text: 'hi' })).isError, true, 'not moved in');
      const reading = agent.questions({ place: 'local' });
      const { resident } = await asking.frame('resident');
      assert.deepEqual([resident.kind, resident.place, resident.attached], ['agent', 'local', true]);
      assert.match(resident.note, /^Scout answers/);
      asking.send({ type: 'chat', id: 'c1', text: 'where is the oath?' });
      const [question] = await reading;
      assert.equal(question?.text, 'where is the oath?');
      const { id } = question ?? { id: '' };
      await agent.call('say', { question: id, text: 'This ', end: 'more' });
      assert.equal((await asking.frame('chat-delta')).text, 'This ');
      assert.equal(
        (await agent.call('act', { question: id, action: 'fly', detail: { panel: 'oath' } })).text,
        'Done.',
      );
      assert.equal((await asking.frame('world-action')).action, 'fly');
      assert.equal((await agent.call('act', { action: 'fly', detail: { panel: 'oath' } })).isError, true);
      await agent.call('say', { question: id, text: 'way.' });
      assert.equal((await asking.answerTo('c1')).text, 'This way.');
      assert.match(
        (await agent.call('say', { question: id, text: 'again' })).text,
        /do not have this question/,
      );
      await agent.leave();
      await asking.frame('resident', ({ resident: next }) => next.kind === 'status');
      asking.send({ type: 'chat', id: 'c2', text: 'alone' });
      assert.equal((await asking.answerTo('c2')).text, 'alone ');
      assert.equal(
        other.frames.some(({ type }) => type === 'world-action' || type.startsWith('chat')),
        false,
      );
      for (const client of [asking, other]) await client.close();
    });
  });

  test('reads each reading, and is told of new chats', async () => {
    await withRoom(async ({ url }) => {
      const asking = await visitor(url);
      const agent = await connectMcp(url, { mode });
      const { resources } = await agent.client.listResources();
      assert.ok(resources.length >= 13, String(resources.length));
      for (const { uri } of resources) {
        const { contents } = await agent.client.readResource({ uri });
        assert.equal(contents[0]?.uri, uri);
      }
      const told: string[] = [];
      agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        told.push(params.uri);
      });
      await agent.subscribe('home://chat');
      assert.deepEqual(await agent.questions({ wait_seconds: 0 }), []);
      asking.send({ type: 'chat', id: 'c1', text: 'psst' });
      await until(() => told.includes('home://chat'));
      const { contents } = await agent.client.readResource({ uri: 'home://chat' });
      const [waiting] = JSON.parse((contents[0] as { text: string }).text) as { id: string; text: string }[];
      assert.equal(waiting?.text, 'psst');
      await agent.call('say', { question: waiting?.id, text: 'yes?' });
      assert.equal((await asking.answerTo('c1')).text, 'yes?');
      await agent.leave();
      await asking.close();
    });
  });

  test('tells every visitor what it does', async () => {
    await withRoom(async ({ url }) => {
      const [asking, agent] = [await visitor(url), await connectMcp(url, { mode })];
      const report = { state: 'working', task: 'Spring cleaning', progress: 0.4 };
      assert.equal((await agent.call('set_activity', report)).text, 'Shown.');
      const { activity } = await asking.frame('activity');
      assert.deepEqual([activity.state, activity.task, activity.progress], Object.values(report));
      const target = { kind: 'url', name: 'a page', url: 'javascript:alert(1)' };
      const refused = await agent.call('set_activity', { state: 'working', target });
      assert.equal(refused.isError, true);
      assert.match(refused.text, /target\.url/);
      assert.equal((await agent.call('set_activity', { state: 'asleep' })).isError, true);
      await agent.leave();
      await asking.close();
    });
  });

  test('that is killed with a question is replaced by the agent before it', async () => {
    assert.ok(GRACE_MS < 5_000, 'within five seconds, where no test sets another time');
    await withRoom(
      async ({ url }) => {
        const [asking, before] = [await visitor(url), new Agent(url)];
        await before.moveIn();
        before.onQuestion = ({ id }) => before.reply(id, 'I am still here.');
        const agent = await connectMcp(url, { mode });
        await agent.questions({ wait_seconds: 0 });
        // An open stream tells of the death; with a session the client opens one by itself.
        if (!hasSession) await agent.subscribe('home://chat');
        asking.send({ type: 'chat', id: 'c1', text: 'hello?' });
        assert.equal((await agent.questions()).length, 1);
        agent.kill();
        assert.equal((await asking.answerTo('c1')).text, 'I am still here.');
        for (const client of [asking, before]) await client.close();
      },
      { mcp: { graceMs: 100 } },
    );
  });
});

describe('an agent over MCP', () => {
  test('that is silent is shown out, and moves in again with its next look', async () => {
    await withRoom(
      async ({ url }) => {
        const asking = await visitor(url);
        const response = await post(url, bearer);
        const session = response.headers.get('mcp-session-id') ?? '';
        await response.text();
        const call = async (id: number) =>
          (
            await post(
              url,
              { ...bearer, 'mcp-session-id': session },
              { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read_chat', arguments: {} } },
            )
          ).text();
        for (const [id, rounds] of [
          [2, 1],
          [3, 2],
        ] as const) {
          await call(id);
          const of = (kind: string) =>
            asking.frames.filter((frame) => frame.type === 'resident' && frame.resident.kind === kind).length;
          await until(() => of('agent') === rounds && of('status') === rounds);
        }
        await asking.close();
      },
      { mcp: { silentMs: 50 } },
    );
  });

  test('without a session and without a client library moves in, answers and leaves', async () => {
    await withRoom(async ({ url }) => {
      const asking = await visitor(url);
      let id = 0;
      const call = async (name: string, args: object = {}): Promise<string> => {
        id += 1;
        const params = { name, arguments: args };
        const response = await post(url, bearer, { jsonrpc: '2.0', id, method: 'tools/call', params });
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('mcp-session-id'), null);
        return response.text();
      };
      await call('read_chat', { name: 'A script' });
      assert.match((await asking.frame('resident')).resident.note, /^A script answers/);
      asking.send({ type: 'chat', id: 'c1', text: 'who is there?' });
      const waiting = await call('read_chat', { wait_seconds: 20 });
      const question = /\\"id\\":\\"([\w-]+)/.exec(waiting)?.[1];
      await call('say', { question, text: 'Only me.' });
      assert.equal((await asking.answerTo('c1')).text, 'Only me.');
      await call('leave');
      await asking.frame('resident', ({ resident }) => resident.kind === 'status');
      await asking.close();
    });
  });

  test('whose long look breaks is replaced, also without a session', async () => {
    await withRoom(
      async ({ url }) => {
        const asking = await visitor(url);
        const agent = await connectMcp(url, { mode: { pin: '2026-07-28' } });
        const looking = agent.questions().catch(() => []);
        await asking.frame('resident', ({ resident }) => resident.kind === 'agent');
        agent.kill();
        await asking.frame('resident', ({ resident }) => resident.kind === 'status');
        await looking;
        await asking.close();
      },
      { mcp: { graceMs: 100 } },
    );
  });

  test('shares its place with clients of the same name, and with no others', async () => {
    await withRoom(async ({ url }) => {
      const asking = await visitor(url);
      const mode = { pin: '2026-07-28' } as const;
      const [one, same, other] = [
        await connectMcp(url, { name: 'Scout', mode }),
        await connectMcp(url, { name: 'Scout', mode }),
        await connectMcp(url, { name: 'Other', mode }),
      ];
      await one.questions({ wait_seconds: 0 });
      asking.send({ type: 'chat', id: 'c1', text: 'hello?' });
      const [question] = await same.questions();
      assert.equal((await other.call('say', { question: question?.id, text: 'me' })).isError, true);
      assert.equal((await same.call('say', { question: question?.id, text: 'Here.' })).isError, false);
      assert.equal((await asking.answerTo('c1')).text, 'Here.');
      assert.equal((await one.call('say', { question: question?.id, text: 'me too' })).isError, true);
      await one.leave();
      await asking.close();
    });
  });
});

test('the requests of the manual work as they stand there', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/agent-as-resident.md'), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('curl '));
  assert.equal(lines.length, 2);
  await withRoom(async ({ url }) => {
    const asking = await visitor(url);
    const send = async (line: string): Promise<string> => {
      const filled = line.replace('$HOME_WORLD_BRIDGE_TOKEN', TOKEN).replace('http://127.0.0.1:4200', url);
      const headers = [...filled.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]);
      const address = /http:\S+/.exec(filled)?.[0] ?? '';
      const body = / -d '(.*)'$/.exec(filled)?.[1] ?? '';
      const response = await fetch(address, { method: 'POST', headers: Object.fromEntries(headers), body });
      assert.equal(response.status, 200);
      return response.text();
    };
    const reading = send(lines[0] ?? '');
    await asking.frame('resident', ({ resident }) => resident.by === 'My script');
    asking.send({ type: 'chat', id: 'c1', text: 'hello?' });
    const question = /\\"id\\":\\"([\w-]+)/.exec(await reading)?.[1] ?? '';
    await send((lines[1] ?? '').replace('THE-ID', question));
    assert.equal((await asking.answerTo('c1')).text, 'Hello.');
    await asking.close();
  });
});

describe('the address /mcp', () => {
  test('refuses a wrong token, another site and a home without a token', async () => {
    await withRoom(async ({ url }) => {
      const missing = await post(url, {});
      assert.equal(missing.status, 401);
      assert.equal(missing.headers.get('www-authenticate'), 'Bearer');
      assert.equal((await post(url, { authorization: 'Bearer a-guess' })).status, 401);
      assert.equal((await post(url, { ...bearer, origin: 'https://evil.example' })).status, 403);
      assert.equal((await post(url, { ...bearer, origin: url })).status, 200);
      for (const method of ['GET', 'DELETE'])
        assert.equal((await fetch(`${url}/mcp`, { method })).status, 401, method);
    });
    await withHome({ resident: echo() }, async ({ url }) => {
      const refused = await post(url, bearer);
      assert.equal(refused.status, 403);
      assert.match(await refused.text(), /HOME_WORLD_BRIDGE_TOKEN/);
    });
  });

  test('refuses other hosts, large bodies, what is no JSON, and sessions that it does not know', async () => {
    await withRoom(
      async ({ url, app }) => {
        const foreign = await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { ...bearer, host: 'evil.example', 'content-type': 'application/json' },
          payload: JSON.stringify(INITIALIZE),
        });
        assert.equal(foreign.statusCode, 421);
        assert.equal((await post(url, bearer, { ...INITIALIZE, more: 'x'.repeat(70_000) })).status, 413);
        assert.equal((await post(url, bearer, '{')).status, 400);
        assert.equal((await post(url, { ...bearer, 'mcp-session-id': 'gone' })).status, 404);
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
        const listed = await post(url, bearer, call);
        assert.deepEqual([listed.status, listed.headers.get('mcp-session-id')], [200, null]);
        assert.match(await listed.text(), /read_chat/);
      },
      { hostNames: [] },
    );
  });

  test('opens 32 sessions for clients that come at once, and none for a refused beginning', async () => {
    await withRoom(
      async ({ url }) => {
        // Not the form of an answer that the protocol asks a client to accept.
        for (let i = 0; i < 33; i++) {
          const refused = await post(url, { ...bearer, accept: 'text/plain' });
          assert.equal(refused.status, 406);
          await refused.text();
        }
        const statuses = await Promise.all(
          Array.from({ length: 200 }, async () => {
            const response = await post(url, bearer);
            await response.text();
            return response.status;
          }),
        );
        assert.equal(statuses.filter((status) => status === 200).length, 32);
        assert.equal(statuses.filter((status) => status === 503).length, 168);
      },
      { requestsPerMinute: 1_000 },
    );
  });

  test('gives the place of a client that went without a word to the next', async () => {
    await withRoom(
      async ({ url }) => {
        const open = async (): Promise<number> => {
          const response = await post(url, bearer);
          await response.text();
          return response.status;
        };
        for (let i = 0; i < 32; i++) assert.equal(await open(), 200);
        let status = 503;
        for (let tries = 0; status === 503 && tries < 5_000; tries++) status = await open();
        assert.equal(status, 200);
      },
      { requestsPerMinute: 10_000, mcp: { silentMs: 50 } },
    );
  });

  test('takes 32 agents without a session, not more', async () => {
    await withRoom(
      async ({ url }) => {
        const mode = { pin: '2026-07-28' } as const;
        for (let i = 0; i < 32; i++) await connectMcp(url, { name: `agent ${i}`, mode });
        await assert.rejects(connectMcp(url, { name: 'one more', mode }));
        const known = await connectMcp(url, { name: 'agent 7', mode });
        assert.match((await known.call('home_status')).text, /Visitors: 0/);
      },
      { requestsPerMinute: 1_000 },
    );
  });

  test('names the methods that work there', async () => {
    await withRoom(async ({ url }) => {
      for (const method of ['PUT', 'PATCH', 'HEAD']) {
        const refused = await fetch(`${url}/mcp`, { method, headers: bearer });
        assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, POST, DELETE'], method);
      }
    });
  });

  test('reads no body without the token', async () => {
    await withRoom(async ({ url }) => {
      assert.equal((await post(url, {}, '{')).status, 401);
      assert.equal((await post(url, {}, 'x'.repeat(70_000))).status, 401);
    });
  });

  test('opens 32 sessions, not more, and counts requests as every address does', async () => {
    await withRoom(
      async ({ url }) => {
        const statuses: number[] = [];
        for (let i = 0; i < 41; i++) {
          const response = await post(url, bearer);
          statuses.push(response.status);
          await response.text();
        }
        assert.equal(statuses.filter((status) => status === 200).length, 32);
        assert.equal(statuses[32], 503);
        assert.equal(statuses.at(-1), 429);
      },
      { requestsPerMinute: 40 },
    );
  });
});
