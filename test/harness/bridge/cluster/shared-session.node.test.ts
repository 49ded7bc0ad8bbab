import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { LocalBus } from '../../../helpers/local-bus.ts';
import type { Resident } from '../../../../harness/resident/resident.ts';
import {
  type ConversationStore,
  StoreUnavailableError,
} from '../../../../harness/store/conversation-store.ts';
import { Store } from '../../../../harness/store/store.ts';
import { Client, type TestHome, startHome, until } from '../../helpers.ts';
import { echo, stuck } from '../../residents.ts';
import { storeOver } from '../../store/store-over.ts';

/** Two gateways of one world, which share the conversations of the first. */
async function twoGateways(
  residents: readonly [Resident, Resident],
  use: (one: TestHome, two: TestHome, bus: LocalBus) => Promise<void>,
): Promise<void> {
  const bus = new LocalBus();
  await using one = await startHome({ resident: residents[0], bus });
  await using two = await startHome({ resident: residents[1], bus: bus.join(), conversations: one.store });
  await use(one, two, bus);
}

/** A tab of a session that another tab has opened. */
async function tabOf(home: TestHome, session: string, cursor = 0): Promise<Client> {
  const tab = new Client(home.url);
  await tab.hello({ session, cursor });
  return tab;
}

const messagesOf = (tab: Client): string[] =>
  tab.frames.flatMap((frame) => (frame.type === 'chat-message' ? [`${frame.seq} ${frame.id}`] : []));

/** Resolves when this tab has received everything that was sent to it before. */
async function settled(tab: Client): Promise<void> {
  const pongs = tab.frames.filter(({ type }) => type === 'pong').length;
  tab.send({ type: 'ping' });
  while (tab.frames.filter(({ type }) => type === 'pong').length === pongs)
    await new Promise((next) => setTimeout(next, 2));
}

test('a visitor with a tab at each of two gateways reads each message once, in order', () =>
  twoGateways([echo(), echo()], async (one, two) => {
    const first = new Client(one.url);
    const { session } = await first.hello();
    const second = await tabOf(two, session);
    first.send({ type: 'chat', id: 'c1', text: 'one two' });
    await Promise.all([first.answerTo('c1'), second.answerTo('c1')]);
    second.send({ type: 'chat', id: 'c2', text: 'three four' });
    await Promise.all([first.answerTo('c2'), second.answerTo('c2')]);
    await Promise.all([settled(first), settled(second)]);
    for (const tab of [first, second])
      assert.deepEqual(messagesOf(tab), ['1 c1', '2 a-c1', '3 c2', '4 a-c2']);
    const words = second.frames.flatMap((frame) =>
      frame.type === 'chat-delta' && frame.replyTo === 'c1' ? [frame.text] : [],
    );
    assert.deepEqual(words, ['one ', 'two '], 'the answer is seen while it is written elsewhere');
    await Promise.all([first.close(), second.close()]);
  }));

test('a chat that is sent again at another gateway is answered by the first, once', () =>
  twoGateways([echo(40), stuck], async (one, two) => {
    const first = new Client(one.url);
    const { session } = await first.hello();
    first.send({ type: 'chat', id: 'c1', text: 'a b c d e f' });
    await first.frame('chat-delta');
    const second = await tabOf(two, session);
    second.send({ type: 'chat', id: 'c1', text: 'a b c d e f' });
    const answer = await second.answerTo('c1');
    assert.equal(answer.text, 'a b c d e f ', 'not the resident of the second gateway');
    const begun = second.frames.find(({ type }) => type === 'chat-delta');
    assert.ok(begun?.type === 'chat-delta' && begun.offset === 0, 'a tab that joins gets the beginning');
    await Promise.all([first.close(), second.close()]);
  }));

test('a stop reaches the gateway that answers', () =>
  twoGateways([stuck, echo()], async (one, two) => {
    const first = new Client(one.url);
    const { session } = await first.hello();
    first.send({ type: 'chat', id: 'c1', text: 'question' });
    await first.frame('chat-delta');
    const second = await tabOf(two, session);
    second.send({ type: 'stop', id: 'c1' });
    assert.equal((await second.answerTo('c1')).end, 'stopped');
    await Promise.all([first.close(), second.close()]);
  }));

test('a gateway that ends in the middle of an answer leaves the chat to another one', async () => {
  const bus = new LocalBus();
  await using two = await startHome({ resident: echo(), bus: bus.join() });
  const one = await startHome({ resident: stuck, bus, conversations: two.store });
  const first = new Client(one.url);
  const { session } = await first.hello();
  first.send({ type: 'chat', id: 'c1', text: 'still here' });
  await first.frame('chat-delta');
  const second = await tabOf(two, session);
  // The page has lost the first gateway, and sends its message again. The first gateway is still answering.
  second.send({ type: 'chat', id: 'c1', text: 'still here' });
  await settled(second);
  await one.close();
  const answer = await second.answerTo('c1');
  assert.equal(answer.text, 'still here ');
  await settled(second);
  assert.deepEqual(
    messagesOf(second),
    ['1 c1', '1 c1', '2 a-c1'],
    'the chat is confirmed twice, answered once',
  );
  await second.close();
});

test('a chat that reaches two gateways in the same moment is answered by one of them', async () => {
  const bus = new LocalBus();
  await using kept = await startHome();
  let asked = 0;
  const base = echo(5);
  const resident: Resident = {
    ...base,
    answer: (...question) => {
      asked += 1;
      return base.answer(...question);
    },
  };
  // Both look for the chat before either has stored it.
  let looking = 0;
  const conversations = storeOver(kept.store, {
    message: async (session, id) => {
      const known = kept.store.message(session, id);
      looking += 1;
      if (id === 'c1') await until(() => looking >= 2);
      return known;
    },
  });
  await using one = await startHome({ resident, bus, conversations });
  await using two = await startHome({ resident, bus: bus.join(), conversations });
  const first = new Client(one.url);
  const { session } = await first.hello();
  const second = await tabOf(two, session);
  for (const tab of [first, second]) tab.send({ type: 'chat', id: 'c1', text: 'one two' });
  await Promise.all([first.answerTo('c1'), second.answerTo('c1')]);
  await Promise.all([settled(first), settled(second)]);
  assert.equal(asked, 1);
  for (const tab of [first, second]) assert.deepEqual(messagesOf(tab), ['1 c1', '2 a-c1']);
  await Promise.all([first.close(), second.close()]);
});

test('a question whose history cannot be read now is answered later, not failed', async () => {
  await using kept = await startHome();
  let away = 1;
  const conversations = storeOver(kept.store, {
    latest: async (...range) => {
      if ((away -= 1) >= 0) throw new StoreUnavailableError();
      return kept.store.latest(...range);
    },
  });
  await using home = await startHome({ resident: echo(), bus: new LocalBus(), conversations });
  const visitor = new Client(home.url);
  await visitor.hello();
  visitor.send({ type: 'chat', id: 'c1', text: 'still here' });
  const { text, end } = await visitor.answerTo('c1');
  assert.deepEqual([text, end], ['still here ', 'complete']);
  await visitor.close();
});

test('what other programs put on the bus changes no conversation', () =>
  twoGateways([echo(), echo()], async (one, _two, bus) => {
    const visitor = new Client(one.url);
    const { session } = await visitor.hello();
    const subject = `session.${createHash('sha256').update(session).digest('hex')}`;
    const stranger = bus.join();
    const message = {
      type: 'chat-message',
      id: 'x',
      seq: 9,
      role: 'resident',
      speaker: 'X',
      text: 'X',
      ts: 1,
    };
    for (const text of [
      'no json',
      '{}',
      '{"type":"welcome"}',
      JSON.stringify({ ...message, end: 'complete' }),
      JSON.stringify({ type: 'chat-delta', id: 'a-x', replyTo: 'x', offset: -1, text: 'X' }),
      JSON.stringify({ type: 'resident', resident: {} }),
      '{"type":"stored"}',
      '{"type":"joined"}',
    ])
      stranger.publish(subject, text);
    await settled(visitor);
    visitor.send({ type: 'chat', id: 'c1', text: 'fine' });
    assert.equal((await visitor.answerTo('c1')).text, 'fine ');
    assert.deepEqual(messagesOf(visitor), ['1 c1', '2 a-c1']);
    await visitor.close();
  }));

test('a flood of notices lets no chat wait', async () => {
  await using kept = await startHome();
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => void (goOn = done));
  let [isSlow, reads] = [false, 0];
  const conversations = storeOver(kept.store, {
    after: async (session, cursor) => {
      reads += 1;
      if (isSlow) await slow;
      return kept.store.after(session, cursor);
    },
  });
  const bus = new LocalBus();
  await using home = await startHome({ resident: echo(), bus, conversations });
  const visitor = new Client(home.url);
  const { session } = await visitor.hello();
  const stranger = bus.join();
  [isSlow, reads] = [true, 0];
  const subject = `session.${createHash('sha256').update(session).digest('hex')}`;
  for (let index = 0; index < 100; index += 1) stranger.publish(subject, '{"type":"stored"}');
  await settled(visitor);
  visitor.send({ type: 'chat', id: 'c1', text: 'still here' });
  await settled(visitor);
  goOn();
  assert.equal((await visitor.answerTo('c1')).text, 'still here ');
  assert.ok(!visitor.frames.some(({ type }) => type === 'error'));
  assert.ok(reads < 10, `the store is asked ${reads} times`);
  await visitor.close();
});

test('a visitor gets the answer after the server has lost the messages', async () => {
  const first = new Store(':memory:', { now: Date.now });
  const fresh = new Store(':memory:', { now: Date.now });
  fresh.openSession(undefined);
  let store = first;
  const conversations: ConversationStore = {
    openSession: (secret) => store.openSession(secret),
    append: (...message) => store.append(...message),
    message: (...which) => store.message(...which),
    lastSeq: (session) => store.lastSeq(session),
    after: (...which) => store.after(...which),
    latest: (...which) => store.latest(...which),
  };
  await using home = await startHome({ resident: echo(), bus: new LocalBus(), conversations });
  const visitor = new Client(home.url);
  await visitor.hello();
  for (const id of ['c1', 'c2']) {
    visitor.send({ type: 'chat', id, text: 'before' });
    await visitor.answerTo(id);
  }
  store = fresh;
  visitor.send({ type: 'chat', id: 'c3', text: 'after' });
  assert.equal((await visitor.answerTo('c3')).text, 'after ');
  assert.deepEqual(messagesOf(visitor).slice(-2), ['1 c3', '2 a-c3']);
  await visitor.close();
  for (const one of [first, fresh]) one.close();
});
