import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { serverFrame } from '../../../data/chat/protocol.ts';
import { toResidentFrame } from '../../../data/chat/resident-protocol.ts';
import { Agent, TOKEN } from '../agent.ts';
import { Client, type TestHome, until, withHome } from '../helpers.ts';
import { echo, stuck } from '../residents.ts';

type Options = NonNullable<Parameters<typeof withHome>[0]>;

/** A home with the token of agents; its own resident repeats the question. */
const withRoom = (body: (home: TestHome) => Promise<void>, { bridge, ...more }: Options = {}) =>
  withHome({ resident: echo(), ...more, bridge: { token: TOKEN, ...bridge } }, body);

async function visitor(url: string): Promise<Client> {
  const client = new Client(url);
  await client.hello();
  return client;
}

const ask = (client: Client, id: string, text: string): void => client.send({ type: 'chat', id, text });

/** The answers a client got for a message. */
const answersTo = (client: Client, id: string): string[] =>
  client.frames.flatMap((frame) =>
    frame.type === 'chat-message' && frame.replyTo === id ? [frame.text] : [],
  );

describe('an agent at the bridge', () => {
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

  test('that lives but lets a question wait too long is shown out, and may enter again', async () => {
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
          assert.deepEqual((await client.frame('world-action', (frame) => frame.action === action)).detail, detail);
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

describe('the room is closed', () => {
  test('to a wrong token, to visitors and to observers', async () => {
    await withRoom(async ({ url }) => {
      const wrong = await new Client(url).open();
      wrong.send({ type: 'hello', version: 1, role: 'resident', token: 'a guess' });
      assert.equal((await wrong.closed).code, 1008);
      const enter = JSON.stringify({ type: 'enter' });
      const [asking, observer] = [await visitor(url), new Client(url)];
      await observer.hello({ role: 'observer', token: TOKEN });
      for (const client of [asking, observer]) {
        client.socket.send(enter);
        assert.equal((await client.frame('error')).code, 'bad-frame');
      }
      ask(asking, 'c1', 'still you?');
      assert.equal((await asking.answerTo('c1')).text, 'still you? ');
      for (const client of [asking, observer]) await client.close();
    });
  });

  test('to a client that enters again and again', async () => {
    await withRoom(async ({ url }) => {
      const agent = await new Agent(url).moveIn();
      for (let i = 0; i < 20; i++) agent.tell({ type: 'enter' });
      assert.equal((await agent.frame('error')).code, 'rate-limited');
      agent.tell({ type: 'ping' } as never);
      await agent.frame('pong');
      assert.ok(agent.frames.filter(({ type }) => type === 'resident').length <= 20);
      await agent.close();
    });
  });

  test('to pages of other sites, oversized frames and floods', async () => {
    await withRoom(async ({ url }) => {
      const foreign = new Client(url, { origin: 'https://evil.example' });
      assert.match((await foreign.closed).reason, /403/);
      const [big, flood] = [new Agent(url), new Agent(url)];
      await big.moveIn();
      big.socket.send('x'.repeat(70_000));
      assert.equal((await big.closed).code, 1009);
      await flood.moveIn();
      for (let i = 0; i < 2_000; i++) flood.tell({ type: 'ping' } as never);
      assert.equal((await flood.closed).code, 1008);
      const asking = await visitor(url);
      ask(asking, 'c1', 'who is here?');
      assert.equal((await asking.answerTo('c1')).text, 'who is here? ');
      await asking.close();
    });
  });

  test('for words before moving in, and for answers of other questions', async () => {
    await withRoom(
      async ({ url }) => {
        const [asking, agent] = [await visitor(url), new Agent(url)];
        await agent.hello({ role: 'resident', token: TOKEN });
        ask(asking, 'c1', 'hi');
        await asking.frame('chat-delta');
        agent.tell({ type: 'answer-delta', id: 'a-c1', text: 'not mine' });
        assert.match((await agent.frame('error')).message, /Move in first/);
        await agent.moveIn();
        agent.tell({ type: 'answer-delta', id: 'a-c1', text: 'not mine' });
        await agent.frame('error', ({ message }) => message.includes('do not have this question'));
        for (const client of [asking, agent]) await client.close();
      },
      { resident: stuck },
    );
  });
});
