import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Store } from '../../../harness/store/store.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, say, storeAt, idsOf } from './messages.ts';

test('refuses a file of a newer home, and creates the tables in an empty one', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  assert.throws(() => new Store(file), /version 99/);
  await place.dispose();
});

test('migrates a file of the first version, with its messages counted and its time known', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const noon = 20_400 * DAY;
  const before = storeAt(noon, { file });
  const { id } = before.store.openSession(undefined);
  before.store.append(id, say('c1', { ts: noon, text: '字字' }));
  before.store.close();
  const old = new DatabaseSync(file);
  old.exec(`DROP TRIGGER message_added; DROP TRIGGER message_deleted; DROP TABLE known_time; DROP INDEX empty_sessions;
    ALTER TABLE sessions DROP COLUMN bytes; ALTER TABLE messages DROP COLUMN steps; PRAGMA user_version = 1;`);
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
