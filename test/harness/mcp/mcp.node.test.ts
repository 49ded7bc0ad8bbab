import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { worldAction } from '../../../data/chat/world-action.ts';
import { Agent } from '../agent.ts';
import { until } from '../helpers.ts';
import { visitor, withRoom } from '../room.ts';
import { MODES, connectMcp } from './mcp-client.ts';

for (const mode of MODES)
  describe(`an agent over MCP, ${JSON.stringify(mode)}`, () => {
    const hasSession = mode === 'legacy';

    test('moves in, reads the home, gets a question, acts, answers and leaves', async () => {
      await withRoom(async ({ url }) => {
        const [asking, other] = [await visitor(url), await visitor(url)];
        const agent = await connectMcp(url, { name: 'Scout', mode });
        assert.equal(agent.hasSession, hasSession);
        assert.equal(agent.client.getServerVersion()?.version, '9.9.9', 'that of the home');
        const { tools } = await agent.client.listTools();
        assert.deepEqual(tools.map(({ name }) => name).sort(), [
          'act',
          'ask_owner',
          'capture_state',
          'execute_action',
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

    test('reads each reading, and is notified of new chats', async () => {
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
        const [waiting] = JSON.parse((contents[0] as { text: string }).text) as {
          id: string;
          text: string;
        }[];
        assert.equal(waiting?.text, 'psst');
        await agent.call('say', { question: waiting?.id, text: 'yes?' });
        assert.equal((await asking.answerTo('c1')).text, 'yes?');
        await agent.leave();
        await asking.close();
      });
    });

    test('shows every visitor what it does', async () => {
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
      await withRoom(
        async ({ url }) => {
          const [asking, before] = [await visitor(url), new Agent(url)];
          await before.moveIn();
          before.onQuestion = ({ id }) => before.reply(id, 'I am still here.');
          const agent = await connectMcp(url, { mode });
          await agent.questions({ wait_seconds: 0 });
          // The client learns of the death from an open stream. With a session it opens a stream by itself.
          if (!hasSession) await agent.subscribe('home://chat');
          asking.send({ type: 'chat', id: 'c1', text: 'hello?' });
          assert.equal((await agent.questions()).length, 1);
          await agent.kill();
          assert.equal((await asking.answerTo('c1')).text, 'I am still here.');
          for (const client of [asking, before]) await client.close();
        },
        { mcp: { graceMs: 100 } },
      );
    });
  });
