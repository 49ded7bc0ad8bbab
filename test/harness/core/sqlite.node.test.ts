import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockFolder } from '../../../harness/core/sqlite.ts';
import { temporaryFolder } from '../helpers.ts';

test('locks a data folder for one process, and frees it when the process ends', async () => {
  const place = await temporaryFolder();
  const first = lockFolder(place.path);
  assert.throws(() => lockFolder(place.path), /locked/);
  first.release();
  lockFolder(place.path).release();
  await place.dispose();
});
