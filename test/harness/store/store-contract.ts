import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationStore } from '../../../harness/store/conversation-store.ts';
import { answer, say } from './messages.ts';

/**
 * One store, opened by two gateways of a world. If only one gateway can open it, both are the same object.
 */
export type Stores = () => Promise<readonly [ConversationStore, ConversationStore]>;

/** What every store must do, wherever it keeps the messages. */
export function storeContract(name: string, stores: Stores, skip: string | false = false): void {
  test(`${name}: a session is known by a secret that the visitor cannot choose`, { skip }, async () => {
    const [one, two] = await stores();
    const session = await one.openSession(undefined);
    assert.match(session.secret, /^[\w-]{43}$/);
    assert.equal(session.resumed, false);
    assert.deepEqual(await two.openSession(session.secret), { ...session, resumed: true });
    await one.append(session.id, say('c1'));
    assert.deepEqual(await two.openSession(session.secret), { ...session, resumed: true });
    const chosen = 'x'.repeat(43);
    const other = await one.openSession(chosen);
    assert.notEqual(other.secret, chosen);
    assert.notEqual(other.id, session.id);
    assert.equal(other.resumed, false);
  });

  test(
    `${name}: messages are read as they were written, in order, by their session only`,
    { skip },
    async () => {
      const [one, two] = await stores();
      const { id } = await one.openSession(undefined);
      const { id: other } = await two.openSession(undefined);
      assert.equal(await one.lastSeq(id), 0);
      assert.deepEqual(await one.after(id, 0), []);
      const steps = [{ step: 's1', tool: 'read', title: 'Read', state: 'done' as const, detail: '“é”' }];
      const { frame: first } = await one.append(id, say('c1', { ts: 5, text: '字\n' }));
      const { frame: elsewhere } = await two.append(other, say('c1'));
      const { frame: second } = await two.append(id, { ...answer('c1'), end: 'stopped', steps });
      assert.deepEqual(second, {
        type: 'chat-message',
        seq: second.seq,
        ...answer('c1'),
        end: 'stopped',
        steps,
      });
      assert.ok(second.seq > first.seq);
      for (const store of [one, two]) {
        assert.deepEqual(await store.after(id, 0), [first, second]);
        assert.deepEqual(await store.after(id, first.seq), [second]);
        assert.deepEqual(await store.after(id, second.seq), []);
        assert.deepEqual(await store.latest(id, 1), [second]);
        assert.deepEqual(await store.message(id, 'a-c1'), second);
        assert.equal(await store.message(id, 'c2'), undefined);
        assert.equal(await store.lastSeq(id), second.seq);
        assert.deepEqual(await store.latest(other, 10), [elsewhere]);
      }
    },
  );

  test(`${name}: a repeated id is stored once, also by two gateways at once`, { skip }, async () => {
    const [one, two] = await stores();
    const { id } = await one.openSession(undefined);
    const { frame } = await one.append(id, say('c1'));
    assert.deepEqual(await two.append(id, say('c1', { text: 'other' })), { frame, isNew: false });
    const ids = Array.from({ length: 40 }, (_, index) => `m${index % 20}`);
    const stored = await Promise.all(
      ids.map(async (message, index) => (index < 20 ? one : two).append(id, say(message))),
    );
    const frames = stored.map((message) => message.frame);
    assert.deepEqual(frames.slice(20), frames.slice(0, 20), 'both have the one that was stored');
    for (const [index, { isNew }] of stored.slice(20).entries())
      assert.notEqual(isNew, stored[index]?.isNew, 'one of them stored it');
    const all = await two.after(id, 0);
    assert.deepEqual(all.map((message) => message.id).toSorted(), ['c1', ...ids.slice(20)].toSorted());
    assert.deepEqual(await one.after(id, 0), all);
  });

  test(`${name}: a resume has the newest messages that fit`, { skip }, async () => {
    const [one, two] = await stores();
    const { id } = await one.openSession(undefined);
    for (let i = 0; i < 110; i++) await one.append(id, say(`c${i}`, { text: '字'.repeat(8_000) }));
    const frames = await two.after(id, 0);
    assert.equal(frames.at(-1)?.id, 'c109');
    assert.ok(frames.length > 10 && JSON.stringify(frames).length < 512 * 1024);
    assert.equal(await one.message(id, 'c0'), undefined, 'a session has 2 MB');
    assert.ok(await one.message(id, 'c50'));
    assert.ok(await two.message(id, 'c50'));
  });
}
