import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merged } from '../../../../data/readings/sources/merged.ts';
import { recordedUpstreams, valueOf } from '../../../helpers/sources.ts';

const { upstreams, config } = recordedUpstreams();

test('only merged pull requests become books', async () => {
  const [book, ...others] = await valueOf(merged, config);
  assert.deepEqual(others, []);
  assert.deepEqual(book, {
    number: 2,
    title: 'ok1',
    author: 'timmy',
    mergedAt: Date.parse('2026-11-20T23:36:17Z'),
  });
  assert.equal(upstreams.codeHost.seen.at(-1)?.url, '/api/v1/repos/timmy/lit/pulls?state=closed&limit=50');
});
