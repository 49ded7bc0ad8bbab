import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Store } from '../../../harness/store/store.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, say, storeAt, idsOf } from './messages.ts';

/** Removes what the last change of the schema added. */
const WITHOUT_HOUSEHOLDS = `DROP TRIGGER session_bytes; DROP TRIGGER session_deleted;
  DROP INDEX sessions_by_household; ALTER TABLE sessions DROP COLUMN household; DROP TABLE households;`;

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
  old.exec(`${WITHOUT_HOUSEHOLDS}
    DROP TRIGGER message_added; DROP TRIGGER message_deleted; DROP TABLE known_time; DROP INDEX empty_sessions;
    ALTER TABLE sessions DROP COLUMN bytes; ALTER TABLE messages DROP COLUMN steps;
    PRAGMA user_version = 1;`);
  old.close();
  const after = storeAt(noon + 40 * DAY, { file });
  after.run(DAY / 2);
  assert.deepEqual(idsOf(after.store, id), ['c1'], 'a jump is noticed at the first start too');
  after.store.close();
  const look = new DatabaseSync(file);
  assert.deepEqual({ ...look.prepare('SELECT bytes FROM sessions').get() }, { bytes: 206 });
  assert.deepEqual({ ...look.prepare('SELECT bytes FROM households').get() }, { bytes: 206 });
  look.close();
  await place.dispose();
});

test('migrates a file of the second version: answers keep their tool calls from then on', async () => {
  const place = await temporaryFolder();
  const file = join(place.path, 'c.sqlite');
  const first = storeAt(DAY, { file });
  const { id } = first.store.openSession(undefined);
  first.store.append(id, say('c1', { ts: DAY, text: 'four' }));
  first.store.close();
  const old = new DatabaseSync(file);
  old.exec(`${WITHOUT_HOUSEHOLDS} DROP TRIGGER message_added; DROP TRIGGER message_deleted;
    ALTER TABLE messages DROP COLUMN steps;
    CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN
      UPDATE sessions SET bytes = bytes + octet_length(new.text) + 200 WHERE id = new.session_id; END;
    CREATE TRIGGER message_deleted AFTER DELETE ON messages BEGIN
      UPDATE sessions SET bytes = bytes - octet_length(old.text) - 200 WHERE id = old.session_id; END;
    PRAGMA user_version = 2;`);
  old.close();
  const { store } = storeAt(2 * DAY, { file });
  assert.equal(store.message(id, 'c1')?.steps, undefined);
  const steps = [
    { step: 's1', tool: 'read_status', title: 'Read the status', state: 'done', detail: '57%' } as const,
  ];
  store.append(id, say('c2', { ts: DAY, text: 'four', steps }));
  assert.deepEqual(store.message(id, 'c2')?.steps, steps);
  assert.deepEqual(
    store.after(id, 0).map((message) => message.steps?.length ?? 0),
    [0, 1],
  );
  store.close();
  const look = new DatabaseSync(file);
  const bytes = 204 + 204 + JSON.stringify(steps).length;
  assert.deepEqual({ ...look.prepare('SELECT bytes FROM sessions').get() }, { bytes });
  look.exec('DELETE FROM messages');
  assert.deepEqual({ ...look.prepare('SELECT bytes FROM sessions').get() }, { bytes: 0 });
  look.close();
  await place.dispose();
});
