import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockFolder } from '../../../harness/store/lock.ts';
import { temporaryFolder } from '../helpers.ts';

test('a data folder is locked for one process, and free again when that is gone', async () => {
  const place = await temporaryFolder();
  const first = lockFolder(place.path);
  assert.throws(() => lockFolder(place.path), /locked/);
  first.release();
  lockFolder(place.path).release();
  await place.dispose();
});
