import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nextKnownTime } from '../../../harness/store/known-time.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, say, storeAt, idsOf } from './messages.ts';

describe('a clock that jumps', () => {
  for (const [name, jump] of [
    ['40 days ahead', 40 * DAY],
    ['to the year 2099', 26_000 * DAY],
    ['back to 1970', -20_000 * DAY],
  ] as const) {
    test(`deletes nothing: ${name}, at a start`, async () => {
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

    test(`deletes nothing: ${name}, while the home runs`, () => {
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

  test('is doubted if it is more than two days off, and believed after a day', () => {
    const hour = DAY / 24;
    const known = { at: 20_400 * DAY, doubtedMs: 0 };
    const expected = known.at + hour;
    for (const off of [-2 * DAY, 0, 2 * DAY])
      assert.deepEqual(nextKnownTime(known, expected + off, hour), { at: expected + off, doubtedMs: 0 });
    for (const off of [-3 * DAY, 3 * DAY])
      assert.deepEqual(nextKnownTime(known, expected + off, hour), { at: expected, doubtedMs: hour });
    assert.deepEqual(nextKnownTime({ ...known, doubtedMs: DAY - hour }, expected + 3 * DAY, hour), {
      at: expected + 3 * DAY,
      doubtedMs: 0,
    });
  });

  test('is trusted again a day after a long absence', async () => {
    const place = await temporaryFolder();
    const file = join(place.path, 'c.sqlite');
    const before = storeAt(20_400 * DAY, { file });
    const { id } = before.store.openSession(undefined);
    before.store.append(id, say('before', { ts: before.time.now }));
    before.store.close();
    const after = storeAt(20_460 * DAY, { file });
    after.run(DAY / 2);
    assert.deepEqual(idsOf(after.store, id), ['before']);
    // After the next start, the time is still in doubt.
    after.store.close();
    const again = storeAt(20_461 * DAY, { file });
    again.run(DAY);
    assert.deepEqual(idsOf(again.store, id), []);
    again.store.close();
    await place.dispose();
  });
});

test('a doubted clock is kept in whole milliseconds, as SQLite has them', () => {
  const known = nextKnownTime({ at: 1_700_000_000_000, doubtedMs: 0 }, 1_700_000_000_000 + 3 * DAY, 60_000.4);
  assert.ok(known.doubtedMs > 0, 'it is doubted');
  assert.ok(Number.isInteger(known.at) && Number.isInteger(known.doubtedMs), JSON.stringify(known));
});
