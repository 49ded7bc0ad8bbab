import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LocalBus } from '../../../helpers/local-bus.ts';
import { until } from '../../../helpers/waiting.ts';
import { Agent, TOKEN } from '../../agent.ts';
import { type Client, startHome } from '../../helpers.ts';
import { echo } from '../../residents.ts';
import { ask, visitor } from '../../room.ts';

const HEARTBEAT_MS = 50;

/** A gateway whose own resident repeats the question. */
const gateway = (bus: LocalBus) =>
  startHome({ bus, resident: echo(), trustProxy: 1, bridge: { token: TOKEN, agentBeatMs: HEARTBEAT_MS } });

/** Resolves when the pages of this client show that this agent has the room; without a name the home’s own. */
const shows = (client: Client, name: string) =>
  client.frame('resident', ({ resident }) => resident.by === name);

/** What the room of a home says when an answer continues with another resident. */
const BROKEN = /^half an\n\n\*.*broke off.*\*\n\n/;

describe('a resident at another gateway', () => {
  test('is shown here, and answers with its steps and actions', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    await using there = await gateway(bus.join());
    const [asking, agent] = [await visitor(here.url), new Agent(there.url)];
    ask(asking, 'c0', 'first');
    assert.equal((await asking.answerTo('c0')).text, 'first ');
    await agent.moveIn({ name: 'Scout', place: 'local', note: 'I am Scout.' });
    const { resident } = await shows(asking, 'Scout');
    assert.deepEqual(
      [resident.kind, resident.place, resident.note, resident.attached],
      ['agent', 'local', 'I am Scout.', true],
    );
    const late = await visitor(here.url);
    assert.deepEqual((await late.frame('welcome')).resident, resident);
    agent.onQuestion = ({ id }) => {
      agent.tell({ type: 'answer-step', id, step: 's1', tool: 'read', title: 'Read', state: 'done' });
      agent.tell({ type: 'answer-delta', id, text: 'This ' });
      agent.tell({ type: 'act', id, action: 'fly', detail: { panel: 'oath' } });
      agent.reply(id, 'way.');
    };
    ask(asking, 'c1', 'where is the oath?');
    const { text, end, steps } = await asking.answerTo('c1');
    assert.deepEqual([text, end, steps?.map(({ title }) => title)], ['This way.', 'complete', ['Read']]);
    assert.equal((await asking.frame('world-action')).action, 'fly');
    assert.deepEqual(
      [agent.questions[0]?.text, agent.questions[0]?.history.map((message) => message.text)],
      ['where is the oath?', ['first', 'first ']],
    );
    assert.equal(
      late.frames.some(({ type }) => type === 'world-action' || type.startsWith('chat')),
      false,
      'another visitor gets nothing of it',
    );
    agent.tell({ type: 'act', action: 'speak', detail: { text: 'Welcome, all.' } });
    for (const client of [asking, late])
      assert.deepEqual((await client.frame('world-action', ({ action }) => action === 'speak')).detail, {
        text: 'Welcome, all.',
      });
    agent.onQuestion = undefined;
    ask(asking, 'c2', 'and now?');
    await until('the agent has the question', () => agent.questions.length === 2);
    asking.send({ type: 'stop', id: 'c2' });
    await until('the agent learns of the stop', () => agent.cancels.length === 1);
    assert.equal(agent.cancels[0]?.reason, 'stopped');
    agent.tell({ type: 'leave' });
    await shows(asking, 'a test');
    ask(asking, 'c3', 'alone again');
    assert.equal((await asking.answerTo('c3')).text, 'alone again ');
    for (const client of [asking, late, agent]) await client.close();
  });

  test('comes after an agent here, and answers for it when it leaves', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    await using there = await gateway(bus.join());
    const asking = await visitor(here.url);
    const far = await new Agent(there.url).moveIn({ name: 'Far' });
    await shows(asking, 'Far');
    const near = await new Agent(here.url).moveIn({ name: 'Near' });
    far.onQuestion = ({ id }) => far.reply(id, 'from far');
    near.onQuestion = ({ id }) => {
      near.tell({ type: 'answer-delta', id, text: 'half an' });
      near.tell({ type: 'leave' });
    };
    ask(asking, 'c1', 'who?');
    assert.match((await asking.answerTo('c1')).text, new RegExp(`${BROKEN.source}from far$`));
    assert.equal(far.questions.length, 1, 'it was asked once');
    for (const client of [asking, far, near]) await client.close();
  });

  test('is replaced by the home’s own in the middle of an answer when its gateway ends or is silent', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    const asking = await visitor(here.url);
    for (const end of ['ends', 'is silent'] as const) {
      const member = bus.join();
      const there = await gateway(member);
      const agent = await new Agent(there.url).moveIn({ name: `Scout ${end}` });
      agent.onQuestion = ({ id }) => agent.tell({ type: 'answer-delta', id, text: 'half an' });
      await shows(asking, `Scout ${end}`);
      const id = end.replace(' ', '-');
      ask(asking, id, 'who?');
      await asking.frame('chat-delta', ({ replyTo }) => replyTo === id);
      // As after SIGKILL: the gateway receives and publishes nothing more.
      if (end === 'is silent') await member.close();
      if (end === 'is silent') member.publish = () => undefined;
      else await there.close();
      const answer = await asking.answerTo(id);
      assert.match(answer.text, new RegExp(`${BROKEN.source}who\\? $`));
      assert.equal(answer.end, 'complete');
      if (end === 'is silent') {
        await until('it learns that it need not go on', () => agent.cancels.length === 1);
        await there.close();
      }
      await agent.closed;
    }
    await asking.close();
  });

  test('ends the answer that it writes before its gateway ends, and accepts no further question', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    await using there = await gateway(bus.join());
    const asking = await visitor(here.url);
    const agent = await new Agent(there.url).moveIn({ name: 'Scout' });
    await shows(asking, 'Scout');
    ask(asking, 'c1', 'who?');
    await until('the agent has the question', () => agent.questions.length === 1);
    const drained = there.app.home.bridge.drain(60_000);
    const other = await visitor(here.url);
    ask(other, 'c1', 'and you?');
    assert.equal((await other.answerTo('c1')).text, 'and you? ');
    agent.reply(agent.questions[0]?.id ?? '', 'Scout');
    assert.equal((await asking.answerTo('c1')).text, 'Scout');
    await drained;
    assert.equal((await agent.closed).code, 1001);
    for (const client of [asking, other]) await client.close();
  });

  test('shares the questions with one at a third gateway, each answered once', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    await using second = await gateway(bus.join());
    await using third = await gateway(bus.join());
    const agents = [await new Agent(second.url).moveIn(), await new Agent(third.url).moveIn()];
    for (const agent of agents) agent.onQuestion = ({ id, text }) => agent.reply(id, `re: ${text}`);
    const visitors = await Promise.all(
      Array.from({ length: 12 }, (_, index) => visitor(here.url, `192.0.2.${index}`)),
    );
    const residents = (): number =>
      here.app.home.bridge.gateways?.others.filter(({ resident }) => resident).length ?? 0;
    await until('both are known', () => residents() === 2);
    for (const [index, client] of visitors.entries()) ask(client, 'c1', `question ${index}`);
    for (const [index, client] of visitors.entries())
      assert.equal((await client.answerTo('c1')).text, `re: question ${index}`);
    const counts = agents.map(({ questions }) => questions.length);
    assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), visitors.length);
    assert.ok(
      counts.every((count) => count > 0),
      `both answered: ${counts.join(' and ')}`,
    );
    // The agent that fails is not asked again.
    const [failing, other] = agents;
    assert.ok(failing && other);
    failing.onQuestion = ({ id }) => failing.tell({ type: 'answer-end', id, end: 'failed' });
    for (const client of visitors) ask(client, 'c2', 'and you?');
    for (const client of visitors) assert.equal((await client.answerTo('c2')).text, 're: and you?');
    for (const client of [...visitors, ...agents]) await client.close();
  });

  test('gives way to the home’s own where a piece is lost or does not fit', async () => {
    const bus = new LocalBus();
    await using here = await gateway(bus);
    const asking = await visitor(here.url);
    const stranger = bus.join();
    const resident = { name: 'Stranger', place: 'hosted', note: 'I am another version.' };
    const beat = { gateway: 'stranger', visitors: 0, resident };
    const beating = setInterval(
      () => stranger.publish('gateways', JSON.stringify(beat)),
      HEARTBEAT_MS,
    ).unref();
    await shows(asking, 'Stranger');
    const says = { n: 0, type: 'text', text: 'half an' };
    const wrong = [
      { n: 2, type: 'text', text: 'a hole' },
      { n: 1, type: 'action', action: { action: 'fly', detail: { url: 'http://far.example' } } },
      { n: 1, type: 'text', text: 'x'.repeat(20_000) },
    ];
    for (const [index, frame] of wrong.entries()) {
      const stop = stranger.serve('ask.stranger', (text) => {
        const { answer } = JSON.parse(text) as { answer: string };
        for (const said of [says, frame, { n: 2, type: 'end', end: 'complete' }])
          stranger.publish(`answer.${answer}`, JSON.stringify(said));
        return JSON.stringify({ taken: true });
      });
      ask(asking, `c${index}`, 'who?');
      assert.match((await asking.answerTo(`c${index}`)).text, new RegExp(`${BROKEN.source}who\\? $`));
      stop();
    }
    assert.equal(
      asking.frames.some(({ type }) => type === 'world-action'),
      false,
    );
    clearInterval(beating);
    await asking.close();
  });
});
