import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { Store } from '../../../harness/store/store.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, say, answer, storeAt, idsOf } from './messages.ts';
import { storeContract } from './store-contract.ts';

storeContract('the store in a file', async () => {
  const store = new Store(':memory:', { now: () => 10_000 });
  return [store, store];
});

test('messages get the session’s next number, and are read as they were written', () => {
  const store = new Store(':memory:');
  const [one, two] = [store.openSession(undefined), store.openSession(undefined)];
  assert.equal(store.append(one.id, say('c1')).frame.seq, 1);
  const { frame: stored } = store.append(one.id, { ...answer('c1'), end: 'stopped' });
  assert.equal(store.append(two.id, say('c1')).frame.seq, 1);
  assert.equal(stored.seq, 2);
  assert.deepEqual(store.after(one.id, 1), [stored]);
  assert.deepEqual(store.message(one.id, 'a-c1'), stored);
  assert.equal(store.lastSeq(one.id), 2);
  assert.equal(store.message(two.id, 'a-c1'), undefined);
  store.close();
});

test('stores a repeated id once, without a gap in the numbers', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  const { frame } = store.append(id, say('c1'));
  assert.deepEqual(store.append(id, say('c1', { text: 'other' })), { frame, isNew: false });
  assert.equal(store.append(id, say('c2')).frame.seq, 2);
  store.close();
});

test('stores only the hash of a session’s secret', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const store = new Store(file);
  const { id, secret } = store.openSession(undefined);
  store.append(id, say('c1'));
  assert.match(secret, /^[\w-]{43}$/);
  assert.equal(store.openSession(secret).id, id);
  assert.equal(store.openSession(secret).resumed, true);
  store.close();
  const bytes = await readFile(file, 'latin1');
  assert.ok(bytes.includes('text of c1'));
  assert.ok(!bytes.includes(secret));
  const again = new Store(file);
  assert.equal(again.openSession(secret).id, id, 'known after a restart');
  again.close();
  await place.dispose();
});

test('removes old messages, never reuses numbers, and removes silent sessions after a day', () => {
  const { store, time, run } = storeAt(100 * DAY);
  const talking = store.openSession(undefined);
  store.append(talking.id, say('old', { ts: time.now }));
  run(2 * DAY);
  store.append(talking.id, say('new', { ts: time.now }));
  run(28 * DAY);
  const silent = store.openSession(undefined);
  run(DAY / 2);
  assert.deepEqual(idsOf(store, talking.id), ['new']);
  assert.equal(store.openSession(silent.secret).resumed, true, 'still young');
  run(2 * DAY, (session) => session === talking.id);
  assert.equal(store.after(talking.id, 0).length, 0);
  const stranger = store.openSession(silent.secret);
  assert.equal(stranger.resumed, false);
  assert.ok(![talking.id, silent.id].includes(stranger.id), 'an id is never used again');
  assert.throws(() => store.append(silent.id, say('late')), /no longer known/);
  assert.equal(store.append(talking.id, say('next')).frame.seq, 3, 'an open session is spared');
  store.close();
});

describe('the limits of the store in bytes', () => {
  test('keep a session’s newest messages', () => {
    const store = new Store(':memory:');
    const { id } = store.openSession(undefined);
    for (let i = 0; i < 200; i++) store.append(id, say(`c${i}`, { text: '字'.repeat(8_000) }));
    assert.equal(store.message(id, 'c0'), undefined);
    assert.ok(store.message(id, 'c120'));
    assert.equal(store.append(id, say('next')).frame.seq, 201, 'its numbers go on');
    // A resume is smaller than what is kept, so it loses nothing.
    assert.ok(store.after(id, 0).length < 200 - 120);
    store.close();
  });

  test('stop the file from growing: a flood displaces itself, and no small session', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const maxBytes = 4_000_000;
    const { store, time } = storeAt(20_400 * DAY, { file, maxBytes });
    const quiet = Array.from({ length: 20 }, () => store.openSession(undefined).id);
    for (const session of quiet)
      for (let i = 0; i < 8; i++) store.append(session, say(`c${i}`, { ts: time.now }));
    // Older than the flood, and larger than a small session.
    const talkative = store.openSession(undefined).id;
    for (let i = 0; i < 10; i++)
      store.append(talkative, say(`c${i}`, { ts: time.now, text: 'x'.repeat(8_000) }));
    const loud = Array.from({ length: 8 }, () => store.openSession(undefined).id);
    for (let i = 0; i < 60; i++)
      for (const session of loud) {
        time.now += 1;
        store.append(session, say(`c${i}`, { ts: time.now, text: '字'.repeat(8_000) }));
      }
    for (const session of quiet) assert.equal(idsOf(store, session).length, 8);
    assert.equal(idsOf(store, talkative).length, 10);
    for (const session of loud) assert.equal(idsOf(store, session).at(-1), 'c59', 'the newest stays');
    store.close();
    assert.ok((await stat(file)).size < maxBytes * 1.1);
    await place.dispose();
  });

  test('send the newest thousand messages of a long conversation', () => {
    const store = new Store(':memory:');
    const { id } = store.openSession(undefined);
    for (let i = 1; i <= 1_100; i++) store.append(id, say(`c${i}`));
    const sent = idsOf(store, id);
    assert.deepEqual([sent.length, sent[0], sent.at(-1)], [1_000, 'c101', 'c1100']);
    store.close();
  });

  test('make room in the largest session first, and in the newest of equal ones', () => {
    const store = new Store(':memory:', { maxBytes: 1_000_000 });
    const grow = (session: string, messages: number): void => {
      for (let i = 0; i < messages; i++) store.append(session, say(`c${i}`, { text: 'x'.repeat(7_800) }));
    };
    const [large, one, two] = [1, 2, 3].map(() => store.openSession(undefined).id);
    assert.ok(large && one && two);
    grow(large, 20);
    grow(one, 12);
    grow(two, 12);
    const count = (session: string): number => store.latest(session, 100).length;
    let filler = '';
    const fill = (until: () => boolean): void => {
      for (let i = 0; !until(); i++) {
        if (i % 8 === 0) filler = store.openSession(undefined).id;
        store.append(filler, say(`c${i}`, { text: 'x'.repeat(7_000) }));
        assert.ok(i < 800, 'room is made before that');
      }
    };
    fill(() => count(large) < 20);
    assert.deepEqual([count(large), count(one), count(two)], [15, 12, 12]);
    fill(() => count(two) < 12);
    assert.equal(count(one), 12, 'the newer of the equal ones comes first');
    assert.ok(count(large) >= 8);
    fill(() => count(one) < 12);
    store.close();
  });

  test('make room in the household that has most, however many sessions it opens', () => {
    const { store, time } = storeAt(20_400 * DAY, { maxBytes: 1_000_000 });
    const open = (household: string): string => store.openSession(undefined, { household }).id;
    const grow = (session: string, messages: number): void => {
      time.now += 1;
      for (let i = 0; i < messages; i++)
        store.append(session, say(`c${i}`, { ts: time.now, text: 'x'.repeat(8_000) }));
    };
    const honest = open('honest');
    for (let i = 0; i < 8; i++) store.append(honest, say(`c${i}`, { ts: time.now }));
    // One session that is larger than each session of the flood.
    const talkative = open('talkative');
    grow(talkative, 25);
    const tiny = Array.from({ length: 20 }, () => open('many sessions'));
    for (const session of tiny) store.append(session, say('c0', { ts: time.now }));
    for (let i = 0; i < 60; i++) for (const household of ['one', 'two']) grow(open(household), 7);
    assert.equal(idsOf(store, honest).length, 8);
    assert.equal(idsOf(store, talkative).length, 25);
    for (const session of tiny) assert.equal(idsOf(store, session).length, 1);
    const last = open('one');
    grow(last, 7);
    assert.equal(idsOf(store, last).at(-1), 'c6', 'a flood can still write');
    store.close();
  });

  test('count the sessions of a household together after a restart', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const { store: before } = storeAt(20_400 * DAY, { file });
    const [first] = [1, 2].map(() => before.openSession(undefined, { household: '3f2a' }));
    assert.ok(first);
    before.append(first.id, say('c1', { text: 'four' }));
    before.close();
    const { store } = storeAt(20_400 * DAY, { file });
    const { id } = store.openSession(undefined, { household: '3f2a' });
    store.append(id, say('c1', { text: 'seven77' }));
    const look = new DatabaseSync(file);
    const households = (): object[] =>
      look
        .prepare('SELECT mark, bytes FROM households')
        .all()
        .map((row) => ({ ...row }));
    assert.deepEqual(households(), [{ mark: '3f2a', bytes: 204 + 207 }]);
    store.deleteSession(first.id);
    assert.deepEqual(households(), [{ mark: '3f2a', bytes: 207 }]);
    store.maintain(-DAY);
    assert.deepEqual(households(), [{ mark: '3f2a', bytes: 0 }], 'as long as the sessions');
    look.exec('DELETE FROM sessions');
    assert.deepEqual(households(), []);
    look.close();
    store.close();
    await place.dispose();
  });

  test('are reached in steps when they are smaller than the file', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const big = new Store(file);
    const { id } = big.openSession(undefined);
    for (let i = 0; i < 3_000; i++) big.append(id, say(`c${i}`, { text: 'x'.repeat(400) }));
    big.close();
    const small = new Store(file, { maxBytes: 400_000 });
    const left = (): number => small.after(id, 0).length;
    const { frame: first } = small.append(id, say('next'));
    assert.ok(small.message(id, first.id), 'the new message stays');
    for (let minute = 0; minute < 3; minute++) small.maintain(30 * DAY);
    assert.ok(left() > 0 && left() < 1_000);
    small.close();
    await place.dispose();
  });

  test('limit the number of sessions without messages: the newest go, unless they are open', () => {
    const { store } = storeAt(20_400 * DAY);
    const first = store.openSession(undefined);
    for (let i = 0; i < 50_000; i++) store.openSession(undefined);
    const [open, last] = [store.openSession(undefined), store.openSession(undefined)];
    store.maintain(30 * DAY, (session) => session === open.id);
    assert.equal(store.openSession(first.secret).resumed, true, 'a flood displaces no earlier visitor');
    assert.equal(store.openSession(open.secret).resumed, true);
    assert.equal(store.openSession(last.secret).resumed, false);
    store.close();
  });
});

test('a resume has the newest messages of a very long conversation, in order', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 100; i++) store.append(id, say(`c${i}`, { text: 'x'.repeat(8_000) }));
  const sent = store.after(id, 0);
  assert.equal(sent.length, 64);
  assert.deepEqual([sent[0]?.seq, sent.at(-1)?.seq], [37, 100]);
  store.close();
});

test('a resume is limited in bytes: longer messages fill it sooner', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 30; i++) store.append(id, say(`c${i}`, { text: '\u0001'.repeat(8_000) }));
  const sent = store.after(id, 0);
  assert.equal(sent.length, 10);
  assert.ok(Buffer.byteLength(JSON.stringify(sent)) <= 512 * 1024);
  // A statement that ends early holds no lock and does not repeat.
  assert.equal(store.append(id, say('next')).frame.seq, 31);
  assert.equal(store.after(id, 29).length, 2);
  store.close();
});

test('reads the newest messages without the earlier ones', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 30; i++) store.append(id, say(`c${i}`));
  assert.deepEqual(
    store.latest(id, 3).map((message) => message.id),
    ['c27', 'c28', 'c29'],
  );
  store.close();
});
