import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { serverFrame } from '../../../../data/chat/protocol.ts';
import type { Resident } from '../../../../harness/resident/resident.ts';
import { Store } from '../../../../harness/store/store.ts';
import { Client, startHome, temporaryFolder, until, withHome, writeDist } from '../../helpers.ts';
import { echo, stuck } from '../../residents.ts';

describe('a resident’s actions beside its answer', () => {
  test('reach only the tabs of the visitor who asked, after the words', async () => {
    const resident: Resident = {
      attached: false,
      who: { kind: 'status', name: 'a test', place: 'this home' },
      note: 'guide',
      async *answer() {
        yield 'This way.';
        yield { action: 'fly', detail: { panel: 'oath' } };
      },
    };
    await withHome({ resident }, async ({ url }) => {
      const [asking, other] = [new Client(url), new Client(url)];
      await Promise.all([asking.hello(), other.hello()]);
      asking.send({ type: 'chat', id: 'c1', text: 'where is the oath?' });
      const { text } = await asking.answerTo('c1');
      assert.equal(text, 'This way.');
      const offered = await asking.frame('world-action');
      assert.deepEqual(v.parse(serverFrame, offered), {
        type: 'world-action',
        action: 'fly',
        detail: { panel: 'oath' },
      });
      const kinds = asking.frames.map(({ type }) => type);
      assert.ok(kinds.indexOf('chat-delta') < kinds.indexOf('world-action'));
      other.send({ type: 'ping' });
      await other.frame('pong');
      assert.ok(!other.frames.some(({ type }) => type === 'world-action'));
      await Promise.all([asking.close(), other.close()]);
    });
  });
});

describe('a conversation', () => {
  test('streams deltas that add up to the stored answer, with every frame in the schema', async () => {
    await withHome({ resident: echo() }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      client.send({ type: 'chat', id: 'c1', text: 'one two three' });
      const answer = await client.answerTo('c1');
      assert.equal(answer.id, 'a-c1');
      assert.equal(answer.end, 'complete');
      assert.equal(answer.text, 'one two three ');
      let text = '';
      for (const frame of client.frames) {
        assert.ok(v.safeParse(serverFrame, frame).success, JSON.stringify(frame));
        if (frame.type !== 'chat-delta') continue;
        assert.equal(frame.offset, text.length);
        text += frame.text;
      }
      assert.equal(text, answer.text);
      const messages = client.frames.filter((frame) => frame.type === 'chat-message');
      assert.deepEqual(
        messages.map(({ id, seq, role }) => [id, seq, role]),
        [
          ['c1', 1, 'visitor'],
          ['a-c1', 2, 'resident'],
        ],
      );
      await client.close();
    });
  });

  test('stores and answers a repeated chat once', async () => {
    await withHome({ resident: echo() }, async ({ url, store }) => {
      const client = new Client(url);
      const { session } = await client.hello();
      for (let i = 0; i < 3; i++) client.send({ type: 'chat', id: 'c1', text: 'hello there' });
      await client.answerTo('c1');
      client.send({ type: 'chat', id: 'c1', text: 'hello there' });
      await until(() => client.frames.filter(({ type }) => type === 'chat-message').length >= 4);
      assert.deepEqual(
        store.after(store.openSession(session).id, 0).map(({ id }) => id),
        ['c1', 'a-c1'],
      );
      await client.close();
    });
  });

  test('returns hostile text unchanged', async () => {
    await withHome({ resident: echo() }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      const texts = [
        '<img src=x onerror=alert(1)>',
        '"},{"type":"welcome"',
        '\u2028\u2029\u0000 \ud83d\udc69\u200d\ud83d\ude80 ✓ ‮rtl',
        "'; DROP TABLE messages; --",
        'x'.repeat(8_000),
      ];
      for (const [index, text] of texts.entries()) {
        client.send({ type: 'chat', id: `t${index}`, text });
        const stored = await client.frame('chat-message', ({ id }) => id === `t${index}`);
        assert.equal(stored.text, text);
        assert.equal((await client.answerTo(`t${index}`)).text.trimEnd(), `${text} `.trimEnd());
      }
      await client.close();
    });
  });

  test('reaches all tabs of a session and no other session', async () => {
    await withHome({ resident: echo() }, async ({ url }) => {
      const one = new Client(url);
      const { session } = await one.hello();
      const two = new Client(url);
      assert.equal((await two.hello({ session })).session, session);
      const other = new Client(url);
      assert.notEqual((await other.hello()).session, session);
      one.send({ type: 'chat', id: 'c1', text: 'between us' });
      await two.answerTo('c1');
      await one.answerTo('c1');
      two.send({ type: 'ping' });
      other.send({ type: 'ping' });
      await other.frame('pong');
      assert.doesNotMatch(JSON.stringify(other.frames), /between us|chat/);
      assert.doesNotMatch(JSON.stringify(other.frames), new RegExp(session));
      for (const client of [one, two, other]) await client.close();
    });
  });

  test('sends the whole answer to a tab that opens in the middle of it', async () => {
    await withHome({ resident: echo(15) }, async ({ url }) => {
      const one = new Client(url);
      const { session } = await one.hello();
      one.send({ type: 'chat', id: 'c1', text: 'a b c d e f g h i j k l m n o p' });
      await one.frame('chat-delta', ({ offset }) => offset > 4);
      const two = new Client(url);
      await two.hello({ session });
      const answer = await two.answerTo('c1');
      const pieces = two.frames.filter((frame) => frame.type === 'chat-delta');
      assert.equal(pieces[0]?.offset, 0);
      assert.equal(pieces.map(({ text }) => text).join(''), answer.text);
      await one.close();
      await two.close();
    });
  });

  test('stop ends the stream and keeps its text; a waiting question is stopped without an answer', async () => {
    await withHome({ resident: stuck }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      client.send({ type: 'chat', id: 'c1', text: 'first' });
      client.send({ type: 'chat', id: 'c2', text: 'second' });
      await client.frame('chat-delta');
      client.send({ type: 'stop', id: 'c2' });
      client.send({ type: 'stop', id: 'c1' });
      const first = await client.answerTo('c1');
      assert.deepEqual([first.end, first.text], ['stopped', 'half an answer']);
      const second = await client.answerTo('c2');
      assert.deepEqual([second.end, second.text], ['stopped', '']);
      client.send({ type: 'stop', id: 'never-heard-of' });
      client.send({ type: 'ping' });
      await client.frame('pong');
      await client.close();
    });
  });

  test('marks the answer of a failing resident as failed, and the bridge continues', async () => {
    const failing: Resident = {
      attached: false,
      who: { kind: 'status', name: 'a test', place: 'this home' },
      note: 'fails',
      async *answer() {
        yield 'so far ';
        throw new Error('model fell over');
      },
    };
    await withHome({ resident: failing }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      client.send({ type: 'chat', id: 'c1', text: 'hi' });
      const answer = await client.answerTo('c1');
      assert.deepEqual([answer.end, answer.text], ['failed', 'so far ']);
      client.send({ type: 'chat', id: 'c2', text: 'hi' });
      assert.equal((await client.answerTo('c2')).end, 'failed');
      await client.close();
    });
  });

  test('sends what comes after the client’s cursor, once', async () => {
    await withHome({ resident: echo() }, async ({ url }) => {
      const one = new Client(url);
      const { session } = await one.hello();
      for (const id of ['c1', 'c2']) {
        one.send({ type: 'chat', id, text: `question ${id}` });
        await one.answerTo(id);
      }
      await one.close();
      const back = new Client(url);
      const welcome = await back.hello({ session, cursor: 2 });
      assert.deepEqual([welcome.session, welcome.cursor], [session, 4]);
      await back.answerTo('c2');
      back.send({ type: 'ping' });
      await back.frame('pong');
      const ids = back.frames.flatMap((frame) => (frame.type === 'chat-message' ? [frame.id] : []));
      assert.deepEqual(ids, ['c2', 'a-c2']);
      await back.close();
    });
  });

  test('gives a new id to a forgotten or invented session', async () => {
    await withHome({}, async ({ url }) => {
      const client = new Client(url);
      const asked = 'A'.repeat(43);
      const welcome = await client.hello({ session: asked, cursor: 99 });
      assert.notEqual(welcome.session, asked);
      assert.equal(welcome.cursor, 0);
      await client.close();
    });
  });

  test('survives a gateway that fails during an answer: one question, one whole answer', async () => {
    await using place = await temporaryFolder();
    const dist = await writeDist(place.path);
    const first = await startHome({ folder: place.path, dist, resident: stuck });
    const before = new Client(first.url);
    const { session } = await before.hello();
    before.send({ type: 'chat', id: 'c1', text: 'tell me all' });
    await before.frame('chat-delta');
    await first.close();
    assert.equal((await before.closed).code, 1001);

    const second = await startHome({ folder: place.path, dist, resident: echo() });
    const after = new Client(second.url);
    await after.hello({ session, cursor: 1 });
    after.send({ type: 'chat', id: 'c1', text: 'tell me all' });
    const answer = await after.answerTo('c1');
    assert.deepEqual([answer.text, answer.end, answer.seq], ['tell me all ', 'complete', 2]);
    const { id } = second.store.openSession(session);
    assert.deepEqual(
      second.store.after(id, 0).map((message) => [message.id, message.seq]),
      [
        ['c1', 1],
        ['a-c1', 2],
      ],
    );
    const [delta] = after.frames.filter((frame) => frame.type === 'chat-delta');
    assert.equal(delta?.offset, 0, 'the new answer begins at the beginning');
    await after.close();
    await second.close();
  });
});

test('loads only the newest messages for an answer', async (context) => {
  const given: number[] = [];
  const resident: Resident = {
    ...echo(),
    async *answer(_question, { history }) {
      given.push(history.length);
      yield 'ok';
    },
  };
  const store = new Store(':memory:');
  await withHome({ store, resident }, async ({ url }) => {
    const client = new Client(url);
    const { session } = await client.hello();
    const { id } = store.openSession(session);
    for (let i = 0; i < 100; i++)
      store.append(id, {
        id: `old${i}`,
        role: 'visitor',
        speaker: 'VISITOR',
        text: 'x',
        ts: 1,
        end: 'complete',
      });
    const all = context.mock.method(store, 'after');
    for (const chat of ['c1', 'c2']) {
      client.send({ type: 'chat', id: chat, text: 'hi' });
      await client.answerTo(chat);
    }
    assert.deepEqual(given, [20, 20]);
    assert.equal(all.mock.callCount(), 0);
    await client.close();
  });
});

test('refuses a chat with the id of an answer', async () => {
  await withHome({ resident: echo() }, async ({ url }) => {
    const client = new Client(url);
    await client.hello();
    client.send({ type: 'chat', id: 'a-one', text: 'I am the answer' });
    assert.equal((await client.frame('error')).code, 'bad-frame');
    client.send({ type: 'chat', id: 'one', text: 'a question' });
    assert.equal((await client.answerTo('one')).text, 'a question ');
    await client.close();
  });
});
