import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { serverFrame } from '../../../../data/chat/protocol.ts';
import { toResidentFrame } from '../../../../data/chat/resident-protocol.ts';
import { Agent } from '../../agent.ts';
import { Client, until } from '../../helpers.ts';
import { ask, visitor, withRoom } from '../../room.ts';

/** The answers a client got for a message. */
const answersTo = (client: Client, id: string): string[] =>
  client.frames.flatMap((frame) =>
    frame.type === 'chat-message' && frame.replyTo === id ? [frame.text] : [],
  );

describe('an agent at the bridge', () => {
  test('has a line in the log when it moves in, and another when it leaves', async () => {
    const lines: string[] = [];
    await withRoom(
      async ({ url }) => {
        const agent = await new Agent(url).moveIn({ name: 'Scout', place: 'local' });
        assert.deepEqual(lines, ['answers now come from Scout (agent, local)']);
        agent.tell({ type: 'leave' });
        await until(() => lines.length === 2);
        assert.match(lines[1] ?? '', /^answers now come from .* \((?:model|status), /);
        await agent.close();
      },
      { log: (line) => lines.push(line) },
    );
  });

  test('moves in, gets a question, acts, answers in pieces and leaves', async () => {
    await withRoom(async ({ url }) => {
      const [asking, other, agent] = [await visitor(url), await visitor(url), new Agent(url)];
      await agent.moveIn({ name: 'Scout', place: 'local', note: 'I am Scout.' });
      const told = await asking.frame('resident');
      assert.deepEqual(v.parse(serverFrame, told), {
        type: 'resident',
        resident: {
          name: 'Timmy',
          attached: true,
          note: 'I am Scout.',
          kind: 'agent',
          by: 'Scout',
          place: 'local',
        },
      });
      const late = new Client(url);
      assert.deepEqual((await late.hello()).resident, told.resident);
      agent.onQuestion = ({ id }) => {
        agent.tell({ type: 'answer-step', id, step: 's1', tool: 'read', title: 'Read', state: 'done' });
        agent.tell({ type: 'answer-delta', id, text: 'This ' });
        agent.tell({ type: 'act', id, action: 'fly', detail: { panel: 'oath' } });
        agent.reply(id, 'way.');
      };
      ask(asking, 'c0', 'first');
      await asking.answerTo('c0');
      ask(asking, 'c1', 'where is the oath?');
      assert.deepEqual(
        [(await asking.answerTo('c1')).text, (await asking.answerTo('c1')).end],
        ['This way.', 'complete'],
      );
      const question = agent.questions[1];
      assert.deepEqual(
        { ...question, id: '', visitor: '' },
        {
          type: 'question',
          id: '',
          visitor: '',
          text: 'where is the oath?',
          history: [
            { role: 'visitor', text: 'first' },
            { role: 'resident', text: 'This way.' },
          ],
          acting: true,
        },
      );
      assert.deepEqual(v.parse(toResidentFrame, question), question);
      assert.equal(question?.visitor, agent.questions[0]?.visitor);
      assert.equal((await asking.frame('world-action')).action, 'fly');
      agent.tell({ type: 'leave' });
      await asking.frame('resident', ({ resident }) => resident.kind === 'status');
      ask(asking, 'c2', 'alone again');
      assert.equal((await asking.answerTo('c2')).text, 'alone again ');
      assert.equal(
        other.frames.some(({ type }) => type === 'world-action' || type.startsWith('chat')),
        false,
        'another visitor gets nothing of it',
      );
      for (const client of [asking, other, late, agent]) await client.close();
    });
  });

  test('gives the room back to the one before when it goes, with the questions that wait', async () => {
    await withRoom(async ({ url }) => {
      const [asking, first, second] = [await visitor(url), new Agent(url), new Agent(url)];
      await first.moveIn({ name: 'First' });
      await second.moveIn({ name: 'Second' });
      first.onQuestion = ({ id }) => first.reply(id, 'from the first');
      ask(asking, 'c1', 'who?');
      await until(() => second.questions.length === 1);
      second.tell({ type: 'answer-delta', id: second.questions[0]?.id ?? '', text: 'half an' });
      await asking.frame('chat-delta');
      second.socket.terminate();
      const { text, end } = await asking.answerTo('c1');
      assert.equal(end, 'complete');
      assert.match(text, /^half an\n\n\*.*broke off.*\*\n\nfrom the first$/);
      assert.equal(first.questions.length, 1);
      for (const client of [asking, first]) await client.close();
    });
  });

  test('that shows no sign of life while it has a question is replaced', async () => {
    await withRoom(
      async ({ url }) => {
        const [asking, agent] = [await visitor(url), new Agent(url)];
        await agent.moveIn();
        ask(asking, 'c1', 'hello?');
        await until(() => agent.questions.length === 1);
        // A paused socket answers no ping: like a process that was stopped.
        agent.socket.pause();
        assert.equal((await asking.answerTo('c1')).text, 'hello? ');
        await asking.frame('resident', ({ resident }) => resident.kind === 'status');
        agent.socket.terminate();
        await asking.close();
      },
      { bridge: { agentBeatMs: 40 } },
    );
  });

  test('that is connected but lets a question wait too long is moved out, and may move in again', async () => {
    await withRoom(
      async ({ url }) => {
        const [asking, agent] = [await visitor(url), new Agent(url)];
        await agent.moveIn();
        ask(asking, 'c1', 'hello?');
        assert.equal((await asking.answerTo('c1')).text, 'hello? ');
        await until(() => agent.cancels.length === 1);
        assert.equal(agent.cancels[0]?.reason, 'given-away');
        agent.reply(agent.questions[0]?.id ?? '', 'too late');
        assert.equal((await agent.frame('error')).code, 'refused');
        agent.onQuestion = ({ id }) => agent.reply(id, 'in time');
        await agent.moveIn();
        ask(asking, 'c2', 'now?');
        assert.equal((await asking.answerTo('c2')).text, 'in time');
        assert.deepEqual(answersTo(asking, 'c1'), ['hello? ']);
        for (const client of [asking, agent]) await client.close();
      },
      { bridge: { questionWaitMs: 1_500 } },
    );
  });

  test('answers another address although six tabs of one address ask it, one after the other', async () => {
    await withRoom(
      async ({ url }) => {
        const agent = await new Agent(url).moveIn();
        const flood = await Promise.all(Array.from({ length: 6 }, () => visitor(url, '192.0.2.1')));
        for (const [index, client] of flood.entries()) {
          ask(client, 'c1', 'flood');
          if (index < 3) await until(() => agent.questions.length === index + 1);
          else assert.equal((await client.frame('error')).code, 'busy');
        }
        const honest = await visitor(url, '192.0.2.2');
        ask(honest, 'c1', 'honest');
        await until(() => agent.questions.length === 4);
        for (const { id, text } of agent.questions) agent.reply(id, `re: ${text}`);
        assert.equal((await honest.answerTo('c1')).text, 're: honest');
        assert.equal((await flood[0]?.answerTo('c1'))?.text, 're: flood');
        ask(flood[3]!, 'c2', 'again');
        await until(() => agent.questions.length === 5);
        for (const client of [...flood, honest, agent]) await client.close();
      },
      { trustProxy: 1 },
    );
  });

  test('hands a question on that it cannot answer, and stays', async () => {
    await withRoom(async ({ url }) => {
      const [asking, agent] = [await visitor(url), new Agent(url)];
      await agent.moveIn();
      agent.onQuestion = ({ id, text }) => {
        if (text === 'no words') return agent.tell({ type: 'answer-end', id, end: 'complete' });
        return agent.tell({ type: 'answer-end', id, end: 'failed' });
      };
      for (const [id, text] of [
        ['c1', 'fails'],
        ['c2', 'no words'],
      ] as const) {
        ask(asking, id, text);
        assert.equal((await asking.answerTo(id)).text, `${text} `);
      }
      assert.equal(agent.questions.length, 2);
      assert.deepEqual(agent.cancels, []);
      for (const client of [asking, agent]) await client.close();
    });
  });

  test('learns that the visitor stopped the answer', async () => {
    await withRoom(async ({ url }) => {
      const [asking, agent] = [await visitor(url), new Agent(url)];
      await agent.moveIn();
      agent.onQuestion = ({ id }) => agent.tell({ type: 'answer-delta', id, text: 'a long story' });
      ask(asking, 'c1', 'tell');
      await asking.frame('chat-delta');
      asking.send({ type: 'stop', id: 'c1' });
      assert.deepEqual(
        [(await asking.answerTo('c1')).end, (await asking.answerTo('c1')).text],
        ['stopped', 'a long story'],
      );
      await until(() => agent.cancels.length === 1);
      assert.deepEqual(agent.cancels[0], { type: 'cancel', id: agent.questions[0]?.id, reason: 'stopped' });
      for (const client of [asking, agent]) await client.close();
    });
  });
});
