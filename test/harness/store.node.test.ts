import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type NewMessage, Store } from '../../harness/store/store.ts';
import { temporaryFolder } from './helpers.ts';

const DAY = 86_400_000;
const say = (id: string, more: Partial<NewMessage> = {}): NewMessage => ({
  id,
  role: 'visitor',
  speaker: 'VISITOR',
  text: `text of ${id}`,
  ts: 1_000,
  end: 'complete',
  ...more,
});
const answer = (chat: string): NewMessage =>
  say(`a-${chat}`, { role: 'resident', speaker: 'TIMMY', replyTo: chat });

test('messages get their session’s next number, and come back as they went in', () => {
  const store = new Store(':memory:');
  const [one, two] = [store.openSession(undefined), store.openSession(undefined)];
  assert.equal(store.append(one.id, say('c1')).seq, 1);
  const stored = store.append(one.id, { ...answer('c1'), end: 'stopped' });
  assert.equal(store.append(two.id, say('c1')).seq, 1);
  assert.equal(stored.seq, 2);
  assert.deepEqual(store.after(one.id, 1), [stored]);
  assert.deepEqual(store.message(one.id, 'a-c1'), stored);
  assert.equal(store.lastSeq(one.id), 2);
  assert.equal(store.message(two.id, 'a-c1'), undefined);
  store.close();
});

test('the same id twice is refused, and leaves no hole', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  store.append(id, say('c1'));
  assert.throws(() => store.append(id, say('c1')), /UNIQUE/);
  assert.equal(store.append(id, say('c2')).seq, 2);
  store.close();
});

test('a session’s secret is not in the file, only its hash', async () => {
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

test('old messages go, numbers are never used again, silent sessions go after a day', () => {
  let now = 100 * DAY;
  const store = new Store(':memory:', () => now);
  const talking = store.openSession(undefined);
  const silent = store.openSession(undefined);
  store.append(talking.id, say('old', { ts: now - 31 * DAY }));
  store.append(talking.id, say('new', { ts: now - 29 * DAY }));
  now += DAY / 2;
  store.prune(30 * DAY);
  assert.deepEqual(
    store.after(talking.id, 0).map(({ id }) => id),
    ['new'],
  );
  assert.equal(store.openSession(silent.secret).resumed, true, 'still young');
  now += 2 * DAY;
  store.prune(30 * DAY, [talking.id]);
  assert.equal(store.after(talking.id, 0).length, 0);
  const stranger = store.openSession(silent.secret);
  assert.equal(stranger.resumed, false);
  assert.ok(![talking.id, silent.id].includes(stranger.id), 'an id is never given to somebody else');
  assert.throws(() => store.append(silent.id, say('late')), /no longer known/);
  assert.equal(store.append(talking.id, say('next')).seq, 3, 'an open session is spared');
  store.close();
});

test('a resume carries the newest of a very long conversation, in order', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 100; i++) store.append(id, say(`c${i}`, { text: 'x'.repeat(8_000) }));
  const sent = store.after(id, 0);
  assert.equal(sent.length, 65);
  assert.deepEqual([sent[0]?.seq, sent.at(-1)?.seq], [36, 100]);
  store.close();
});

test('a file of a newer home is refused, one of nothing is filled', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  assert.throws(() => new Store(file), /version 99/);
  await place.dispose();
});

test('a full disk is called by its name, and the store works again when there is room', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'conversations.sqlite');
  const store = new Store(file);
  const other = new DatabaseSync(file);
  try {
    const { id } = store.openSession(undefined);
    // As on a full disk, the transaction is gone by the time the error arrives.
    other.exec(
      `CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`,
    );
    assert.throws(() => store.append(id, say('c1')), /disk is full/);
    other.exec('DROP TRIGGER full');
    assert.equal(store.append(id, say('c1')).seq, 1);
  } finally {
    other.close();
    store.close();
    await folder.dispose();
  }
});
