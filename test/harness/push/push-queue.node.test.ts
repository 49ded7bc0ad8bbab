import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PushQueue, type QueuedMessage } from '../../../harness/push/push-queue.ts';
import type { Outcome } from '../../../harness/push/push-service.ts';
import { PushStore } from '../../../harness/push/push-store.ts';
import { until } from '../../helpers/waiting.ts';
import { newReceiver, subscriptionOf } from './decrypt.ts';

const settings = { kinds: ['waiting' as const], doneMinutes: 5, timeZone: 'UTC' };

/** A queue whose push service answers when the test says so. */
function queueWith(now: () => number = Date.now) {
  const store = new PushStore(':memory:');
  store.putDevice(subscriptionOf(newReceiver(), 'https://push.example/a'), 'https://home.example/', {
    signIn: '1.1',
    settings,
  });
  const to = store.subscriptions[0]?.id ?? 0;
  const sent: { readonly text: string; answer(outcome: Outcome): void }[] = [];
  const log: string[] = [];
  const queue = new PushQueue({
    store,
    service: { send: (_to, { text }) => new Promise((answer) => void sent.push({ text, answer })) },
    now,
    log: (line) => void log.push(line),
  });
  const message = (text: string, fields: Partial<QueuedMessage> = {}): QueuedMessage => ({
    to,
    text,
    ttl: 60,
    urgency: 'normal',
    topic: 'a',
    until: now() + 3_600_000,
    ...fields,
  });
  const texts = () => sent.map(({ text }) => text);
  return { queue, store, sent, texts, log, message };
}
const taken: Outcome = { result: 'taken' };
const later = (afterMs: number): Outcome => ({ result: 'later', cause: 'it answered 503', afterMs });

describe('the queue of notices', () => {
  test('sends one message of a topic at a time, and the newest of those that came meanwhile', async () => {
    const { queue, sent, texts, message } = queueWith();
    queue.add(message('1'));
    await until('the first is sent', () => sent.length === 1);
    for (const text of ['2', '3', '4']) queue.add(message(text));
    queue.add(message('other', { topic: 'b' }));
    await until('the other topic is sent', () => sent.length === 2);
    sent[0]?.answer(taken);
    await until('the newest is sent', () => sent.length === 3);
    assert.deepEqual(texts(), ['1', 'other', '4']);
    for (const { answer } of sent) answer(taken);
    await until('nothing waits', () => queue.size === 0);
    queue.close();
  });

  test('does not close a notice that was never sent', async () => {
    const { queue, sent, message } = queueWith();
    // Eight are sent at once; the ninth waits.
    for (let topic = 0; topic < 9; topic++) queue.add(message('notice', { topic: `topic-${topic}` }));
    await until('eight are sent', () => sent.length === 8);
    queue.add(message('close', { topic: 'topic-8', closes: true }));
    assert.equal(queue.size, 8);
    for (const { answer } of sent) answer(taken);
    await until('nothing waits', () => queue.size === 0);
    assert.equal(sent.length, 8);
    queue.close();
  });

  test('sends a notice once that was taken back and added again while it waited', async () => {
    const { queue, sent, texts, message } = queueWith();
    for (let topic = 0; topic < 9; topic++) queue.add(message('notice', { topic: `topic-${topic}` }));
    await until('eight are sent', () => sent.length === 8);
    queue.add(message('close', { topic: 'topic-8', closes: true }));
    queue.add(message('again', { topic: 'topic-8' }));
    for (const { answer } of sent) answer(taken);
    await until('it is sent', () => texts().includes('again'));
    await new Promise((next) => setTimeout(next, 20));
    for (const { answer } of sent) answer(taken);
    await until('nothing waits', () => queue.size === 0);
    assert.equal(sent.length, 9);
    queue.close();
  });

  test('sends the replacement of a failed message, but not before the time that the push service asked for', async () => {
    const { queue, sent, texts, message } = queueWith();
    queue.add(message('1'));
    await until('the first is sent', () => sent.length === 1);
    const began = performance.now();
    sent[0]?.answer(later(300));
    await new Promise((next) => setImmediate(next));
    queue.add(message('2'));
    await until('the second is sent', () => sent.length === 2);
    // A timer may be a millisecond early.
    assert.ok(performance.now() - began >= 298);
    assert.deepEqual(texts(), ['1', '2']);
    queue.close();
  });

  test('gives up at the end of a message, and after some attempts', async () => {
    let now = 1_000_000;
    const { queue, sent, log, message } = queueWith(() => now);
    queue.add(message('1', { until: now + 1_000 }));
    await until('it is sent', () => sent.length === 1);
    sent[0]?.answer(later(2_000));
    await until('it is given up', () => queue.size === 0);
    queue.add(message('2'));
    for (let attempt = 2; attempt <= 7; attempt++) {
      await until(`attempt ${attempt} is made`, () => sent.length === attempt);
      sent[attempt - 1]?.answer(later(0));
    }
    await until('it is given up too', () => queue.size === 0);
    now += 10;
    assert.equal(sent.length, 7);
    assert.deepEqual(log, ['a notice could not be sent; push.example: it answered 503']);
    queue.close();
  });

  test('removes a subscription that has ended, and says once why a push service refuses', async () => {
    const { queue, store, sent, log, message } = queueWith();
    for (const text of ['1', '2']) {
      queue.add(message(text));
      await until('it is sent', () => sent.at(-1)?.text === text);
      sent.at(-1)?.answer({ result: 'refused', cause: 'it answered 413' });
      await until('it is over', () => queue.size === 0);
    }
    assert.deepEqual(log, ['push.example did not take a notice: it answered 413']);
    queue.add(message('3'));
    queue.add(message('4', { topic: 'b' }));
    await until('both are sent', () => sent.length === 4);
    sent[2]?.answer({ result: 'gone' });
    await until('it is removed', () => store.subscriptions.length === 0);
    sent[3]?.answer(later(0));
    await until('the other ends, too', () => queue.size === 0);
    assert.equal(sent.length, 4);
    queue.close();
  });

  test('sends nothing about an agent to a browser that was signed out while it waited', async () => {
    const { queue, store, sent, message } = queueWith();
    const { endpoint, keys } = store.subscriptions[0] ?? assert.fail();
    store.putPortals({ endpoint, keys }, 'https://home.example/', ['a']);
    queue.add(message('ask', { isOwners: true }));
    queue.add(message('portal', { topic: 'b' }));
    await until('both are sent', () => sent.length === 2);
    for (const { answer } of sent) answer(later(0));
    store.removeDevices(['1.1']);
    await until('the portal is sent again', () => sent.length === 3 && queue.size === 1);
    assert.equal(sent[2]?.text, 'portal');
    queue.close();
  });

  test('ends a message and says so once if its file cannot be written', async () => {
    const { queue, store, sent, log, message } = queueWith();
    queue.add(message('1'));
    await until('it is sent', () => sent.length === 1);
    store.close();
    sent[0]?.answer({ result: 'gone' });
    await until('it is over', () => queue.size === 0);
    assert.match(log.join(), /^a notice could not be sent: .*not open/);
    queue.close();
  });

  test('has a limit, and says so once', () => {
    const { queue, log, message } = queueWith();
    for (let topic = 0; topic < 1_200; topic++) queue.add(message('x', { topic: String(topic) }));
    assert.equal(queue.size, 1_000);
    assert.equal(log.length, 1);
    queue.close();
    assert.equal(queue.size, 0);
    queue.add(message('after the end'));
    assert.equal(queue.size, 0);
  });
});
