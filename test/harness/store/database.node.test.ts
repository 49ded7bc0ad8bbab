import assert from 'node:assert/strict';
import { open, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { conversations } from '../../../harness/store/conversations-schema.ts';
import { Database, versionOf } from '../../../harness/store/database.ts';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { isDamage, isDiskFull } from '../../../harness/core/sqlite.ts';
import { Store } from '../../../harness/store/store.ts';
import { temporaryFolder } from '../helpers.ts';
import { say } from './messages.ts';

test('reports a full disk by name, and works again when there is room', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'conversations.sqlite');
  const store = new Store(file);
  const other = new DatabaseSync(file);
  try {
    const { id } = store.openSession(undefined);
    // As on a full disk, the transaction is gone when the error arrives.
    other.exec(
      `CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`,
    );
    assert.throws(() => store.append(id, say('c1')), /disk is full/);
    other.exec('DROP TRIGGER full');
    assert.equal(store.append(id, say('c1')).frame.seq, 1);
  } finally {
    other.close();
    store.close();
    await folder.dispose();
  }
});

test('remembers damage that a read has met, although the file can be written', () => {
  const database = new Database(':memory:', conversations);
  const damaged = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
  assert.equal(database.health(), undefined);
  assert.throws(
    () =>
      database.read(() => {
        throw damaged;
      }),
    damaged,
  );
  assert.match(database.health() ?? '', /malformed/);
  database.close();
});

test('writes nothing of a change that fails half-way', () => {
  const database = new Database(':memory:', conversations);
  const count = () => database.statement('SELECT count(*) AS n FROM milestones').get()?.['n'];
  const before = count();
  assert.throws(
    () =>
      database.write(() => {
        database.statement("INSERT INTO milestones (reason, at) VALUES ('x', 1)").run();
        throw new Error('half-way');
      }),
    /half-way/,
  );
  assert.equal(count(), before);
  database.close();
});

test('makes its files for the user of the home only', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'conversations.sqlite');
  const store = new Store(file);
  try {
    store.openSession(undefined);
    for (const name of [file, `${file}-wal`]) assert.equal((await stat(name)).mode & 0o077, 0, name);
  } finally {
    store.close();
  }
});

test('keeps a copy from before an update, and deletes it with the messages of its time', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'conversations.sqlite');
  const older = new DatabaseSync(file);
  // The data is still in the log beside the file (WAL), as after a home that was killed.
  older.exec(`PRAGMA journal_mode = WAL; ${conversations.migrations.slice(0, 2).join(';')} PRAGMA user_version = 2;
    INSERT INTO sessions (id, secret_hash, created_at, seen_at) VALUES (1, x'00', 1, 1);
    INSERT INTO messages VALUES (1, 1, 'q1', 'visitor', 'VISITOR', 'before', 1, NULL, 'complete')`);
  new Store(file).close();
  older.close();
  const copy = join(folder.path, 'conversations.version-2.sqlite');
  const kept = new DatabaseSync(copy, { readOnly: true });
  assert.equal(versionOf(kept), 2);
  assert.equal(kept.prepare('SELECT text FROM messages').get()?.['text'], 'before');
  kept.close();
  assert.equal((await stat(copy)).mode & 0o077, 0);
  const copies = async () => (await readdir(folder.path)).filter((name) => name.includes('version'));

  const options = { maxBytes: 10_000_000, keepMs: 30 * 86_400_000 };
  (await openDataFolder(folder.path, options)).close();
  assert.deepEqual(await copies(), ['conversations.version-2.sqlite']);
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  await utimes(copy, longAgo, longAgo);
  (await openDataFolder(folder.path, options)).close();
  assert.deepEqual(await copies(), []);
});

describe('a damaged file', () => {
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

  test('is detected at the start, also in later pages or without a table', async () => {
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

  test('is detected while the store runs, which reports it from then on', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    await fill(file);
    const store = new Store(file);
    const { id } = store.openSession(undefined);
    store.append(id, say('c1'));
    assert.throws(() => store.append('77', say('c1')), /no longer known/);
    assert.equal(store.health(), undefined, 'a refused message is no damage');
    // The store drops its cached pages once another program has written.
    const other = new DatabaseSync(file);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await overwritePages(file);
    other.exec('UPDATE known_time SET at = at + 1');
    other.close();
    assert.throws(() => store.after('1', 0), /malformed/);
    store.lastSeq(id);
    assert.match(store.health() ?? '', /malformed/);
    store.close();
    await place.dispose();
  });

  test('is distinguished from a full disk', () => {
    const small = new DatabaseSync(':memory:');
    small.exec('CREATE TABLE t (x); PRAGMA max_page_count = 3;');
    assert.throws(
      () => small.exec('INSERT INTO t VALUES (zeroblob(100000))'),
      (error) => isDiskFull(error) && !isDamage(error),
    );
    small.close();
  });
});
