import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { residentFrame } from '../../../data/chat/resident-protocol.ts';

test('a step of an answer has no secrets in its tool, title and detail', () => {
  const step = { type: 'answer-step', id: 'q', step: 's1', state: 'done' } as const;
  const dirty = 'psql postgres://bob:hunter2@db/home PGPASSWORD=hunter2';
  const clean = 'psql postgres://db/home PGPASSWORD=';
  const given = { ...step, tool: dirty, title: dirty, detail: `${dirty}\nexport TOKEN="abc\nline 3` };
  assert.deepEqual(v.parse(residentFrame, given), {
    ...step,
    tool: clean,
    title: clean,
    detail: `${clean}\nexport TOKEN=\nline 3`,
  });
});
