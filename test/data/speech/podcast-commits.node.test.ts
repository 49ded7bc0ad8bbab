import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notability } from '../../../data/speech/podcast-commits.ts';

test('prefers new work to maintenance', () => {
  const titles = [
    'Merge pull request',
    'docs: say it',
    'Say it',
    'fix(x): mend',
    'feat!: new',
    'v1.2.3',
    'wip',
  ];
  assert.deepEqual(titles.map(notability), [0, 1, 2, 2, 3, 0, 0]);
});
