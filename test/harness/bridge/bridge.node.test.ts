import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { MAX_FRAME_BYTES } from '../../../data/chat/limits.ts';
import { serverFrame } from '../../../data/chat/protocol.ts';
import { createBridgeListener } from '../../../harness/gateway/gateway.ts';
import type { Resident } from '../../../harness/resident/resident.ts';
import { Store } from '../../../harness/store/store.ts';
import { Client, startHome, temporaryFolder, until, withHome, writeDist } from '../helpers.ts';

/** Says the question back, one word at a time, until it is told to stop. */
const echo = (pauseMs = 0): Resident => ({
  attached: false,
  note: 'echo',
  async *answer(question, _context, signal) {
    for (const word of question.split(' ')) {
      if (signal.aborted) return;
      yield `${word} `;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  },
});
/** Says one piece, then waits for ever. */
const stuck: Resident = {
  attached: false,
  note: 'stuck',
  async *answer(_question, _context, signal) {
    yield 'half an answer';
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  },
};

describe('what the resident does beside its answer', () => {
  test('reaches only the tabs of the visitor who asked, after the words', async () => {
    const resident: Resident = {
      attached: false,
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

describe('who gets in', () => {
  test('pages of the home, of allowed origins, and clients that are no browser; others get 403', async () => {
    await withHome({ settings: { allowedOrigins: ['https://friend.example'] } }, async ({ url }) => {
      for (const origin of [undefined, url, 'https://friend.example']) {
        const client = new Client(url, origin === undefined ? {} : { origin });
        await client.hello();
        await client.close();
      }
      for (const origin of ['https://evil.example', 'null', `${url}.evil.example`, 'http://127.0.0.1:1']) {
        const client = new Client(url, { origin });
        const { code, reason } = await client.closed;
        assert.equal(code, 0);
        assert.match(reason, /403/, origin);
      }
    });
  });

  test('resident and observer need the token, and with no token set nobody is one', async () => {
    await withHome({ bridge: { token: 'open sesame' } }, async ({ url }) => {
      for (const role of ['resident', 'observer'] as const) {
        const good = new Client(url);
        assert.equal((await good.hello({ role, token: 'open sesame' })).cursor, 0);
        good.send({ type: 'chat', id: 'x', text: 'status' });
        assert.equal((await good.frame('error')).code, 'unauthorized');
        await good.close();
        for (const token of [undefined, '', 'open sesam', 'open sesame ']) await refused(url, role, token);
      }
    });
    await withHome({}, async ({ url }) => {
      await refused(url, 'resident', undefined);
      await refused(url, 'observer', '');
    });
  });
  const refused = async (url: string, role: 'resident' | 'observer', token: string | undefined) => {
    const client = await new Client(url).open();
    client.send({ type: 'hello', version: 1, role, ...(token === undefined ? {} : { token }) });
    assert.equal((await client.frame('error')).code, 'unauthorized');
    assert.equal((await client.closed).code, 1008);
  };

  test('a socket that says nothing is closed, and one that speaks before hello is told so', async () => {
    await withHome({ bridge: { helloTimeoutMs: 60 } }, async ({ url }) => {
      const silent = await new Client(url).open();
      const { code, reason } = await silent.closed;
      assert.deepEqual([code, reason], [1008, 'no hello in time']);
    });
    await withHome({}, async ({ url }) => {
      const early = await new Client(url).open();
      early.send({ type: 'chat', id: 'c1', text: 'hi' });
      const frame = await early.frame('error');
      assert.deepEqual([frame.code, frame.ref], ['no-session', 'c1']);
      await early.close();
    });
  });

  test('another protocol version is told which one is spoken here', async () => {
    await withHome({}, async ({ url }) => {
      const client = await new Client(url).open();
      client.send({ type: 'hello', version: 2 });
      assert.match((await client.frame('error')).message, /version 1/);
      assert.equal((await client.closed).code, 1002);
    });
  });

  test('one address gets only so many sockets, one session only so many tabs', async () => {
    await withHome({ bridge: { maxSocketsPerIp: 3, maxSocketsPerSession: 2 } }, async ({ url }) => {
      const first = new Client(url);
      const { session } = await first.hello();
      const second = new Client(url);
      await second.hello({ session });
      const third = await new Client(url).open();
      third.send({ type: 'hello', version: 1, session });
      assert.deepEqual(await third.closed, { code: 1013, reason: 'too many tabs of one session' });
      const fourth = new Client(url);
      await fourth.hello();
      const fifth = new Client(url);
      assert.deepEqual(await fifth.closed, { code: 1013, reason: 'too many connections from this address' });
      await fourth.close();
      await until(() => true);
      const sixth = new Client(url);
      await sixth.hello();
      for (const client of [first, second, sixth]) await client.close();
    });
  });
});

describe('a conversation', () => {
  test('is streamed in pieces that add up to the stored answer, and every frame fits the schema', async () => {
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

  test('the same chat sent again is neither stored nor answered again', async () => {
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

  test('hostile text comes back as the same text, to the letter', async () => {
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

  test('all tabs of a session see it, other sessions see nothing of it', async () => {
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

  test('a tab that opens in the middle of an answer gets all of it', async () => {
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

  test('stop ends the stream and keeps what there is; a waiting question is stopped unanswered', async () => {
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

  test('a resident that fails leaves a failed answer, not a dead bridge', async () => {
    const failing: Resident = {
      attached: false,
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

  test('resumes after its cursor: what was missed comes once, what is held does not', async () => {
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

  test('a forgotten or invented session gets a new one, never the name it asked for', async () => {
    await withHome({}, async ({ url }) => {
      const client = new Client(url);
      const asked = 'A'.repeat(43);
      const welcome = await client.hello({ session: asked, cursor: 99 });
      assert.notEqual(welcome.session, asked);
      assert.equal(welcome.cursor, 0);
      await client.close();
    });
  });

  test('survives a gateway that dies in the middle of an answer: one question, one whole answer', async () => {
    const place = await temporaryFolder();
    const dist = await writeDist(place.path);
    try {
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
    } finally {
      await place.dispose();
    }
  });
});

describe('what a client may not do', () => {
  test('a frame over the limit closes that connection with 1009 and nobody else’s', async () => {
    await withHome({}, async ({ url }) => {
      const [big, other] = [new Client(url), new Client(url)];
      await big.hello();
      await other.hello();
      big.socket.send('x'.repeat(MAX_FRAME_BYTES + 1));
      assert.equal((await big.closed).code, 1009);
      other.send({ type: 'ping' });
      await other.frame('pong');
      await other.close();
    });
  });

  test('what is no frame is refused with a sentence, and the connection lives', async () => {
    await withHome({}, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      const bad = [
        'not json',
        '[]',
        'null',
        '{"type":"nope"}',
        '{"type":"chat","id":"c1"}',
        '{"type":"chat","id":"bad id","text":"x"}',
        `{"type":"chat","id":"${'i'.repeat(79)}","text":"x"}`,
        '{"type":"chat","id":"c1","text":""}',
        JSON.stringify({ type: 'chat', id: 'c1', text: 'x'.repeat(8_001) }),
        '{"type":"hello","version":1}',
        '{"__proto__":{"type":"ping"}}',
      ];
      for (const text of bad) client.socket.send(text);
      client.socket.send(Buffer.from([1, 2, 3]));
      await until(() => client.frames.filter(({ type }) => type === 'error').length === bad.length + 1);
      const errors = client.frames.filter((frame) => frame.type === 'error');
      assert.ok(errors.every(({ code, message }) => code === 'bad-frame' && message.length > 10));
      client.send({ type: 'ping' });
      await client.frame('pong');
      await client.close();
    });
  });

  test('more chats than the pace allows are refused one by one, a flood is cut off', async () => {
    await withHome({ resident: echo() }, async ({ url, store }) => {
      const client = new Client(url);
      const { session } = await client.hello();
      for (let i = 0; i < 12; i++) client.send({ type: 'chat', id: `c${i}`, text: 'hi' });
      const refusal = await client.frame('error', ({ ref }) => ref === 'c11');
      assert.equal(refusal.code, 'rate-limited');
      await client.answerTo('c7');
      const stored = store.after(store.openSession(session).id, 0).filter(({ role }) => role === 'visitor');
      assert.equal(stored.length, 8, 'the burst');
      for (let i = 0; i < 100; i++) client.send({ type: 'ping' });
      assert.deepEqual(await client.closed, { code: 1008, reason: 'too many frames' });
    });
  });

  test('a slow reader is dropped, and the others hear everything', async () => {
    await withHome({ bridge: { maxBufferedBytes: 256 * 1024 } }, async ({ app, url }) => {
      const [slow, quick] = [new Client(url), new Client(url)];
      await slow.hello();
      await quick.hello();
      slow.socket.pause();
      const count = 400;
      for (let i = 0; i < count; i++) {
        app.home.bridge.broadcast({ type: 'status-update', detail: { i, fill: 'x'.repeat(32_000) } });
        await pause(1);
      }
      await until(() => quick.frames.filter(({ type }) => type === 'status-update').length === count);
      assert.equal(app.home.bridge.counts.sockets, 1);
      slow.socket.resume();
      assert.equal((await slow.closed).code, 1006);
      await quick.close();
    });
  });

  test('a peer that no longer answers pings is cut off', async () => {
    await withHome({ bridge: { heartbeatMs: 40 } }, async ({ app, url }) => {
      const [dead, alive] = [new Client(url), new Client(url)];
      await dead.hello();
      await alive.hello();
      dead.socket.pause();
      await until(() => app.home.bridge.counts.sockets === 1);
      alive.send({ type: 'ping' });
      await alive.frame('pong');
      await alive.close();
      dead.socket.terminate();
    });
  });
});

test('visitors come and go: told once a session, not once a tab', async () => {
  await withHome({}, async ({ app, url }) => {
    const watcher = new Client(url);
    await watcher.hello();
    await watcher.frame('player-joined');
    const one = new Client(url);
    const { session } = await one.hello();
    const joined = await watcher.frame('player-joined', ({ detail }) => detail['visitors'] === 2);
    assert.equal((joined.detail['players'] as string[]).length, 1);
    assert.doesNotMatch(JSON.stringify(joined), new RegExp(session));
    const two = new Client(url);
    await two.hello({ session });
    await one.close();
    await pause(300);
    assert.equal(watcher.frames.filter(({ type }) => type === 'player-left').length, 0);
    await two.close();
    assert.equal((await watcher.frame('player-left')).detail['visitors'], 1);
    assert.equal(app.home.bridge.counts.visitors, 1);
    await watcher.close();
  });
});

test('a store that fails in the middle gives an error frame, and the home goes on', async () => {
  const store = new Store(':memory:');
  await withHome({ store, resident: echo() }, async ({ url }) => {
    const client = new Client(url);
    await client.hello();
    client.send({ type: 'chat', id: 'c1', text: 'hi' });
    await client.answerTo('c1');
    store.close();
    client.send({ type: 'chat', id: 'c2', text: 'hi' });
    const frame = await client.frame('error');
    assert.deepEqual([frame.code, frame.ref], ['internal', 'c2']);
    assert.equal((await fetch(`${url}/version.json`)).status, 200);
    assert.equal((await fetch(`${url}/healthz`)).status, 503);
    const late = await new Client(url).open();
    late.send({ type: 'hello', version: 1 });
    assert.equal((await late.frame('error')).code, 'internal');
    assert.equal((await late.closed).code, 1011);
    await client.close();
  });
});

test('an answer reads the newest messages, not the whole conversation', async (context) => {
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

test('the bridge alone listens on a port of its own, with the same conversations', async () => {
  await withHome({ resident: echo() }, async ({ app, url }) => {
    const listener = await createBridgeListener(app.home, 0);
    const address = await listener.listen({ host: '127.0.0.1', port: 0 });
    const here = new Client(url);
    const { session } = await here.hello();
    const there = new Client(address);
    await there.hello({ session });
    there.send({ type: 'chat', id: 'c1', text: 'over there' });
    assert.equal((await here.answerTo('c1')).text, 'over there ');
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
    assert.equal((await fetch(`${address}/`)).status, 404);
    const foreign = new Client(address, { origin: 'https://evil.example' });
    assert.match((await foreign.closed).reason, /403/);
    await here.close();
    await there.close();
    await listener.close();
  });
});

test('on shutdown every socket gets 1001, also one that does not listen any more', async () => {
  const home = await startHome();
  const [good, deaf] = [new Client(home.url), new Client(home.url)];
  await good.hello();
  await deaf.hello();
  deaf.socket.pause();
  const started = Date.now();
  await home.close();
  assert.ok(Date.now() - started < 2_000);
  assert.equal((await good.closed).code, 1001);
  deaf.socket.terminate();
});

test('a chat may not take the name of an answer', async () => {
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

test('a clock that is set back silences nobody', async () => {
  let now = 10_000_000_000_000;
  await withHome({ resident: echo(), now: () => now }, async ({ url }) => {
    const client = new Client(url);
    await client.hello();
    now -= 86_400_000;
    client.send({ type: 'chat', id: 'one', text: 'still here' });
    assert.equal((await client.answerTo('one')).text, 'still here ');
    await client.close();
  });
});
