import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWorld } from '../../../../harness/store/jetstream/join-world.ts';
import { NatsServer, whyNoNats } from '../../../helpers/nats.ts';
import { until } from '../../../helpers/waiting.ts';
import { Agent, TOKEN } from '../../agent.ts';
import { Client, startHome } from '../../helpers.ts';
import { echo } from '../../residents.ts';
import { ask } from '../../room.ts';

/** A gateway on this server whose own resident repeats the question. */
async function gateway(server: NatsServer) {
  const joined = await joinWorld(
    { url: server.url, world: 'home' },
    { keepMs: 86_400_000, maxBytes: 10_000_000 },
  );
  const bridge = { token: TOKEN, agentBeatMs: 100 };
  const home = await startHome({ ...joined, resident: echo(), bridge });
  // For the others this is the same as a killed process: its connection ends without a good-bye.
  return { home, bus: joined.bus, kill: () => joined.bus.close() };
}

const shows = async (client: Client, name: string): Promise<void> => {
  const last = () => client.frames.findLast(({ type }) => type === 'resident' || type === 'welcome');
  await until(`the page shows ${name}`, () => JSON.stringify(last()).includes(`"by":"${name}"`));
};

test(
  'a resident at one gateway, visitors at others: each continues when another is killed, or NATS is unavailable',
  { skip: whyNoNats },
  async (t) => {
    const server = await NatsServer.start();
    const [first, second, third] = [await gateway(server), await gateway(server), await gateway(server)];
    t.after(async () => {
      for (const { home } of [first, second, third]) await home.close();
      for (const { bus } of [first, second, third]) await bus.close();
      await server.dispose();
    });
    const agent = await new Agent(third.home.url).moveIn({ name: 'Scout' });
    const asking = new Client(first.home.url);
    const { session } = await asking.hello();
    await shows(asking, 'Scout');
    agent.onQuestion = ({ id, text }) => agent.reply(id, `re: ${text}`);
    ask(asking, 'c1', 'one');
    assert.equal((await asking.answerTo('c1')).text, 're: one');

    // The visitor’s gateway is killed in the middle of an answer: the page comes to another one.
    agent.onQuestion = ({ id }) => agent.tell({ type: 'answer-delta', id, text: 'half an' });
    ask(asking, 'c2', 'two');
    await asking.frame('chat-delta', ({ replyTo }) => replyTo === 'c2');
    await first.kill();
    await until('the agent learns that it need not go on', () => agent.cancels.length === 1);
    agent.onQuestion = ({ id, text }) => agent.reply(id, `re: ${text}`);
    const again = new Client(second.home.url);
    await again.hello({ session });
    assert.equal((await again.answerTo('c1')).text, 're: one');
    ask(again, 'c2', 'two');
    assert.equal((await again.answerTo('c2')).text, 're: two');

    // NATS is killed in the middle of an answer, and comes back.
    agent.onQuestion = ({ id }) => agent.tell({ type: 'answer-delta', id, text: 'half an' });
    ask(again, 'c3', 'three');
    await again.frame('chat-delta', ({ replyTo }) => replyTo === 'c3');
    await server.kill();
    await until('the agent learns of it', () => agent.cancels.length === 2);
    await shows(again, 'a test');
    await server.start();
    assert.match((await again.answerTo('c3')).text, /^half an\n\n.*broke off.*\n\nthree $/);
    await shows(again, 'Scout');
    agent.onQuestion = ({ id, text }) => agent.reply(id, `re: ${text}`);
    ask(again, 'c4', 'four');
    assert.equal((await again.answerTo('c4')).text, 're: four');

    // The resident’s gateway is killed in the middle of an answer.
    agent.onQuestion = ({ id }) => agent.tell({ type: 'answer-delta', id, text: 'half an' });
    ask(again, 'c5', 'five');
    await again.frame('chat-delta', ({ replyTo }) => replyTo === 'c5');
    await third.kill();
    assert.match((await again.answerTo('c5')).text, /^half an\n\n.*broke off.*\n\nfive $/);
    await shows(again, 'a test');
    const ids = again.frames.flatMap((frame) => (frame.type === 'chat-message' ? [frame.id] : []));
    // A chat that is sent again is confirmed again, so the page gets it twice.
    assert.deepEqual(
      [...new Set(ids)],
      [1, 2, 3, 4, 5].flatMap((number) => [`c${number}`, `a-c${number}`]),
    );
    for (const client of [asking, again, agent]) await client.close();
  },
);
