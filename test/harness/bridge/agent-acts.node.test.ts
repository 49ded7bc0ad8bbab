import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Agent } from '../agent.ts';
import { until } from '../helpers.ts';
import { visitor, withRoom } from '../room.ts';

describe('what an agent does in the world', () => {
  test('is shown on one line, without what changes the direction of writing', async () => {
    await withRoom(async ({ url }) => {
      const [asking, agent] = [await visitor(url), new Agent(url)];
      await agent.moveIn({ name: ' \u202eScout\n\u001b[31m ', note: 'It\u2067 answers\u0000.' });
      const { resident } = await asking.frame('resident');
      assert.equal(resident.note, 'It answers .');
      agent.onQuestion = ({ id }) => {
        agent.tell({ type: 'answer-step', id, step: 's1', tool: 'a\nb', title: '\u202eRead', state: 'done' });
        agent.reply(id, 'Yes.');
      };
      asking.send({ type: 'chat', id: 'c1', text: 'hello' });
      const { tool, title } = await asking.frame('chat-step');
      assert.deepEqual([tool, title], ['a b', 'Read']);
      for (const client of [asking, agent]) await client.close();
    });
  });

  test('reaches all visitors without a question, if it offers no flight', async () => {
    await withRoom(async ({ url }) => {
      const [one, other, agent] = [await visitor(url), await visitor(url), new Agent(url)];
      await agent.moveIn();
      agent.tell({ type: 'act', action: 'speak', detail: { text: 'The build is green.' } });
      for (const client of [one, other]) assert.equal((await client.frame('world-action')).action, 'speak');
      for (const [action, detail] of [
        ['point', { panel: 'oath' }],
        ['turn', { panel: 'earth' }],
        ['gesture', { gesture: 'wave' }],
      ] as const) {
        agent.tell({ type: 'act', action, detail });
        for (const client of [one, other])
          assert.deepEqual(
            (await client.frame('world-action', (frame) => frame.action === action)).detail,
            detail,
          );
      }
      agent.tell({ type: 'act', action: 'fly', detail: { panel: 'oath' } });
      assert.match((await agent.frame('error')).message, /offer to one visitor/);
      agent.tell({ type: 'act', action: 'gesture', detail: { gesture: 'jump' } });
      await agent.frame('error', ({ code }) => code === 'bad-frame');
      for (const client of [one, other, agent]) await client.close();
    });
  });

  test('is refused where it is unknown, too often, or switched off by the visitor', async () => {
    await withRoom(async ({ url }) => {
      const [asking, agent] = [await visitor(url), new Agent(url)];
      await agent.moveIn();
      agent.tell({ type: 'act', action: 'open-url', detail: { url: 'https://evil.example' } });
      assert.equal((await agent.frame('error')).code, 'bad-frame');
      asking.send({ type: 'chat', id: 'c1', text: 'quietly', acting: false });
      await until(() => agent.questions.length === 1);
      const { id = '', acting } = agent.questions[0] ?? {};
      assert.equal(acting, false);
      agent.tell({ type: 'act', id, action: 'fireworks' });
      assert.match((await agent.frame('error', ({ code }) => code === 'refused')).message, /acting off/);
      agent.tell({ type: 'act', id, action: 'point', detail: { portal: 'nowhere' } });
      await agent.frame('error', ({ message }) => message.includes('no portal'));
      for (let i = 0; i < 10; i++) agent.tell({ type: 'act', action: 'fireworks' });
      await agent.frame('error', ({ code }) => code === 'rate-limited');
      agent.reply(id, 'done');
      await asking.answerTo('c1');
      for (const client of [asking, agent]) await client.close();
    });
  });
});
