import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CLIENT_INFO_META_KEY, McpServer, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { TOKEN } from '../agent.ts';
import { until } from '../helpers.ts';
import { visitor, withRoom } from '../room.ts';
import { connectMcp } from './mcp-client.ts';
import { INITIALIZE, authorized, post } from './post.ts';

describe('an agent over MCP', () => {
  test('that is silent is moved out, and moves in again with its next request', async () => {
    await withRoom(
      async ({ url }) => {
        const asking = await visitor(url);
        const response = await post(url, authorized);
        const session = response.headers.get('mcp-session-id') ?? '';
        await response.text();
        const call = async (id: number) =>
          (
            await post(
              url,
              { ...authorized, 'mcp-session-id': session },
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
        const response = await post(url, authorized, { jsonrpc: '2.0', id, method: 'tools/call', params });
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
        await agent.kill();
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

test('requests of clients that do not move in take no place of an agent', async () => {
  await withRoom(async ({ url }) => {
    for (const [method, more, status] of [
      ['tools/list', { [PROTOCOL_VERSION_META_KEY]: 'none' }, 400],
      ['tools/none', {}, 200],
      ['tools/list', {}, 200],
    ] as const)
      for (let client = 0; client < 40; client += 1) {
        const name = `${method} ${status} ${client}`;
        const _meta = { [CLIENT_INFO_META_KEY]: { name, version: '1' }, ...more };
        const response = await post(url, authorized, { jsonrpc: '2.0', id: 1, method, params: { _meta } });
        assert.equal(response.status, status, await response.text());
      }
    const agent = await connectMcp(url, { mode: { pin: '2026-07-28' } });
    assert.deepEqual(await agent.questions({ wait_seconds: 0 }), []);
    await agent.leave();
  });
});

test('every request and session uses the same schemas, as the SDK keeps each that it compiles', async (t) => {
  const { mock } = t.mock.method(McpServer.prototype, 'registerTool');
  await withRoom(async ({ url }) => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const body of [list, list, INITIALIZE]) await (await post(url, authorized, body)).text();
  });
  const schemas = mock.calls
    .map(({ arguments: [, { inputSchema }] }) => inputSchema)
    .filter((schema) => schema !== undefined);
  assert.equal(new Set(schemas).size, schemas.length / 3);
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
