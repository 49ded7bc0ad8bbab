import assert from 'node:assert/strict';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { isDamage, isDiskFull } from '../../../harness/store/sqlite-errors.ts';
import { lockFolder } from '../../../harness/store/lock.ts';
import { type NewMessage, Store } from '../../../harness/store/store.ts';
import { temporaryFolder } from '../helpers.ts';

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

/** A store whose clock and uptime a test sets; a day passes in minutes, as when the home calls it. */
function storeAt(start: number, options: { file?: string; maxBytes?: number } = {}) {
  const { file = ':memory:', ...rest } = options;
  const time = { now: start, uptime: 0 };
  const store = new Store(file, { now: () => time.now, uptime: () => time.uptime, ...rest });
  return {
    store,
    time,
    /** Runs for some time, with a clock that goes right. */
    run(ms: number, isOpen?: (session: number) => boolean): void {
      for (let left = ms; left > 0; left -= DAY / 4) {
        time.now += Math.min(left, DAY / 4);
        time.uptime += Math.min(left, DAY / 4);
        store.maintain(30 * DAY, isOpen);
      }
    },
  };
}
const idsOf = (store: Store, session: number): string[] => store.after(session, 0).map(({ id }) => id);

test('old messages go, numbers are never used again, silent sessions go after a day', () => {
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
  assert.ok(![talking.id, silent.id].includes(stranger.id), 'an id is never given to somebody else');
  assert.throws(() => store.append(silent.id, say('late')), /no longer known/);
  assert.equal(store.append(talking.id, say('next')).seq, 3, 'an open session is spared');
  store.close();
});

describe('a clock that jumps deletes nothing', () => {
  for (const [name, jump] of [
    ['40 days ahead', 40 * DAY],
    ['to the year 2099', 26_000 * DAY],
    ['back to 1970', -20_000 * DAY],
  ] as const) {
    test(`${name}, at a start`, async () => {
      const place = await temporaryFolder();
      const file = join(place.path, 'c.sqlite');
      const noon = 20_400 * DAY;
      const before = storeAt(noon, { file });
      const { id } = before.store.openSession(undefined);
      before.store.append(id, say('before', { ts: noon }));
      before.run(DAY);
      before.store.close();
      const wrong = storeAt(noon + DAY + jump, { file });
      wrong.store.append(id, say('meanwhile', { ts: wrong.time.now }));
      wrong.run(DAY / 2);
      wrong.store.close();
      const after = storeAt(noon + 2 * DAY, { file });
      after.run(DAY);
      assert.deepEqual(idsOf(after.store, id), ['before', 'meanwhile']);
      after.run(31 * DAY);
      assert.deepEqual(idsOf(after.store, id), [], 'both grow old all the same');
      after.store.close();
      await place.dispose();
    });

    test(`${name}, while the home runs`, () => {
      const { store, time, run } = storeAt(20_400 * DAY);
      const { id } = store.openSession(undefined);
      store.append(id, say('before', { ts: time.now }));
      run(DAY);
      time.now += jump;
      run(DAY / 2);
      store.append(id, say('meanwhile', { ts: time.now }));
      time.now -= jump;
      run(DAY);
      assert.deepEqual(idsOf(store, id), ['before', 'meanwhile']);
      store.close();
    });
  }

  test('and a home that was away for long believes its clock after a day', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const before = storeAt(20_400 * DAY, { file });
    const { id } = before.store.openSession(undefined);
    before.store.append(id, say('before', { ts: before.time.now }));
    before.store.close();
    const after = storeAt(20_460 * DAY, { file });
    after.run(DAY / 2);
    assert.deepEqual(idsOf(after.store, id), ['before']);
    // The next start goes on with the doubt.
    after.store.close();
    const again = storeAt(20_461 * DAY, { file });
    again.run(DAY);
    assert.deepEqual(idsOf(again.store, id), []);
    again.store.close();
    await place.dispose();
  });
});

describe('what is kept is bounded in bytes', () => {
  test('a session keeps its newest messages', () => {
    const store = new Store(':memory:');
    const { id } = store.openSession(undefined);
    for (let i = 0; i < 200; i++) store.append(id, say(`c${i}`, { text: '字'.repeat(8_000) }));
    assert.equal(store.message(id, 'c0'), undefined);
    assert.ok(store.message(id, 'c120'));
    assert.equal(store.append(id, say('next')).seq, 201, 'its numbers go on');
    // A resume is smaller than what is kept: it loses nothing.
    assert.ok(store.after(id, 0).length < 200 - 120);
    store.close();
  });

  test('the file stops growing at its limit, and the oldest messages of all go first', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const maxBytes = 4_000_000;
    const { store, time } = storeAt(20_400 * DAY, { file, maxBytes });
    const quiet = store.openSession(undefined);
    store.append(quiet.id, say('first', { ts: time.now }));
    const loud = Array.from({ length: 8 }, () => store.openSession(undefined).id);
    const says = (id: string): void => {
      for (const session of loud) {
        time.now += 1;
        store.append(session, say(id, { ts: time.now, text: '字'.repeat(8_000) }));
      }
    };
    for (let i = 0; i < 10; i++) says(`early${i}`);
    assert.deepEqual(idsOf(store, quiet.id), ['first']);
    for (let i = 0; i < 60; i++) says(`late${i}`);
    assert.deepEqual(idsOf(store, quiet.id), []);
    for (const session of loud) assert.equal(idsOf(store, session).at(-1), 'late59');
    store.close();
    assert.ok((await stat(file)).size < maxBytes * 1.1);
    await place.dispose();
  });

  test('a smaller limit than the file has is reached in steps', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const big = new Store(file);
    const { id } = big.openSession(undefined);
    for (let i = 0; i < 3_000; i++) big.append(id, say(`c${i}`, { text: 'x'.repeat(400) }));
    big.close();
    const small = new Store(file, { maxBytes: 400_000 });
    const left = (): number => small.after(id, 0).length;
    const first = small.append(id, say('next'));
    assert.ok(small.message(id, first.id), 'the new message stays');
    for (let minute = 0; minute < 3; minute++) small.maintain(30 * DAY);
    assert.ok(left() > 0 && left() < 1_000);
    small.close();
    await place.dispose();
  });

  test('sessions in which nothing is said are bounded in number', () => {
    const { store, time } = storeAt(20_400 * DAY);
    const first = store.openSession(undefined);
    const kept = store.openSession(undefined);
    time.now += 1;
    for (let i = 0; i < 50_010; i++) store.openSession(undefined);
    store.maintain(30 * DAY, (session) => session === kept.id);
    assert.equal(store.openSession(first.secret).resumed, false);
    assert.equal(store.openSession(kept.secret).resumed, true, 'one that is open is spared');
    store.close();
  });
});

test('a resume carries the newest of a very long conversation, in order', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 100; i++) store.append(id, say(`c${i}`, { text: 'x'.repeat(8_000) }));
  const sent = store.after(id, 0);
  assert.equal(sent.length, 64);
  assert.deepEqual([sent[0]?.seq, sent.at(-1)?.seq], [37, 100]);
  store.close();
});

test('a resume is measured in bytes: what is written longer fills it sooner', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 30; i++) store.append(id, say(`c${i}`, { text: '\u0001'.repeat(8_000) }));
  const sent = store.after(id, 0);
  assert.equal(sent.length, 10);
  assert.ok(Buffer.byteLength(JSON.stringify(sent)) <= 512 * 1024);
  // A statement that was left in the middle neither holds a lock nor repeats itself.
  assert.equal(store.append(id, say('next')).seq, 31);
  assert.equal(store.after(id, 29).length, 2);
  store.close();
});

test('the newest messages are read without those before', () => {
  const store = new Store(':memory:');
  const { id } = store.openSession(undefined);
  for (let i = 0; i < 30; i++) store.append(id, say(`c${i}`));
  assert.deepEqual(
    store.latest(id, 3).map((message) => message.id),
    ['c27', 'c28', 'c29'],
  );
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

describe('a damaged file is noticed', () => {
  const fill = async (file: string): Promise<void> => {
    const store = new Store(file);
    const { id } = store.openSession(undefined);
    for (let i = 0; i < 40; i++) store.append(id, say(`c${i}`, { text: 'x'.repeat(8_000) }));
    store.close();
    assert.ok((await stat(file)).size > 200_000);
  };
  /** Spares the first pages, with the schema and the roots of the tables. */
  const overwritePages = async (file: string): Promise<void> => {
    const handle = await open(file, 'r+');
    for (let page = 14; page < 60; page += 2)
      await handle.write(Buffer.alloc(4_096, 0x5a), 0, 4_096, page * 4_096);
    await handle.close();
  };

  test('at the start, also where only later pages are hit or a table is gone', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    await fill(file);
    await overwritePages(file);
    assert.throws(() => new Store(file), /damaged|malformed/);

    const other = join(place.path, 'tables.sqlite');
    const without = new DatabaseSync(other);
    without.exec('CREATE TABLE something (id); PRAGMA user_version = 2;');
    without.close();
    assert.throws(() => new Store(other), /no such table/);
    await place.dispose();
  });

  test('while it runs, and the store says so from then on', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    await fill(file);
    const store = new Store(file);
    const { id } = store.openSession(undefined);
    store.append(id, say('c1'));
    assert.throws(() => store.append(id, say('c1')), /UNIQUE/);
    assert.equal(store.health(), undefined, 'a refused message is no damage');
    // What the store remembers of the file's pages is dropped once another program has written.
    const other = new DatabaseSync(file);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await overwritePages(file);
    other.exec('UPDATE known_time SET at = at + 1');
    other.close();
    assert.throws(() => store.after(1, 0), /malformed/);
    store.lastSeq(id);
    assert.match(store.health() ?? '', /malformed/);
    store.close();
    await place.dispose();
  });

  test('and a full disk is told from it', () => {
    const small = new DatabaseSync(':memory:');
    small.exec('CREATE TABLE t (x); PRAGMA max_page_count = 3;');
    assert.throws(
      () => small.exec('INSERT INTO t VALUES (zeroblob(100000))'),
      (error) => isDiskFull(error) && !isDamage(error),
    );
    small.close();
  });
});

test('a file of the first version is brought to this one, its messages counted and its time known', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const noon = 20_400 * DAY;
  const before = storeAt(noon, { file });
  const { id } = before.store.openSession(undefined);
  before.store.append(id, say('c1', { ts: noon, text: '字字' }));
  before.store.close();
  const old = new DatabaseSync(file);
  old.exec(`DROP TRIGGER message_added; DROP TRIGGER message_deleted; DROP TABLE known_time; DROP INDEX empty_sessions;
    ALTER TABLE sessions DROP COLUMN bytes; PRAGMA user_version = 1;`);
  old.close();
  const after = storeAt(noon + 40 * DAY, { file });
  after.run(DAY / 2);
  assert.deepEqual(idsOf(after.store, id), ['c1'], 'a jump is noticed at the first start too');
  after.store.close();
  const look = new DatabaseSync(file);
  assert.deepEqual({ ...look.prepare('SELECT bytes FROM sessions').get() }, { bytes: 206 });
  look.close();
  await place.dispose();
});

test('a data folder is locked for one process, and free again when that is gone', async () => {
  const place = await temporaryFolder();
  const first = lockFolder(place.path);
  assert.throws(() => lockFolder(place.path), /locked/);
  first.release();
  lockFolder(place.path).release();
  await place.dispose();
});
