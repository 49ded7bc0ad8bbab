import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../../data/readings/reading.ts';
import { visionDocument } from '../../../data/view/documents.ts';
import { oathDocument, oathOf } from '../../../data/view/oath.ts';
import { absenceText } from '../../../data/readings/format.ts';
import { mergedRows } from '../../../data/readings/format-commits.ts';

const NOW = 1_700_000_000_000;
const source = 'soul.md';
const live = (value: string): Reading<string> => ({ state: 'live', source, value, fetchedAt: NOW });

test('uses the first heading as the title, with any line ending', () => {
  assert.deepEqual(oathOf('# The oath #1\r\n\r\nI keep\r\nthe door open.\r\n'), {
    title: 'The oath #1',
    text: 'I keep\nthe door open.',
  });
  assert.deepEqual(oathOf('## Only a heading'), { title: 'Only a heading', text: '' });
});

test('titles a text without a heading as the oath, and keeps all of it', () => {
  for (const text of ['I keep the door open.', '#hashtag first', '# \nA heading that says nothing'])
    assert.deepEqual(oathOf(text), { title: 'Oath', text });
});

test('names a text’s source and its problem', () => {
  assert.equal(oathDocument(live('Open.'), NOW)?.source, 'soul.md');
  const stale = {
    state: 'stale',
    source,
    value: 'Open.',
    fetchedAt: NOW - 240_000,
    cause: 'no newer answer',
  } as const;
  assert.equal(oathDocument(stale, NOW)?.source, 'soul.md · stale · no newer answer · last answer 4 min ago');
  const point = { id: 'well', title: 'The well', text: 'Deep.', position: { x: 0, z: 0 } };
  assert.deepEqual(visionDocument(point, live(''), NOW), { title: 'The well', text: 'Deep.', source });
});

test('has no document for unknown or failed readings', () => {
  for (const reading of [
    { state: 'loading', source },
    { state: 'empty', source, fetchedAt: NOW },
    { state: 'error', source, cause: 'It answered 500.' },
    { state: 'offline', source, cause: 'No network.' },
  ] as const)
    assert.equal(oathDocument(reading, NOW), undefined, reading.state);
});

test('names a missing document in the same words everywhere', () => {
  const words = (state: 'loading' | 'empty' | 'error' | 'offline') =>
    absenceText('OATH', { state, source, fetchedAt: NOW, cause: 'x' } as Reading<string>);
  assert.deepEqual(
    [words('loading'), words('empty'), words('error'), words('offline')],
    ['OATH: —', 'NO OATH', 'OATH: ERROR', 'OATH: —'],
  );
  assert.deepEqual(mergedRows({ state: 'empty', source, fetchedAt: NOW }), [
    { text: 'NO MERGED PULL REQUESTS', className: 'quiet' },
  ]);
  assert.equal(mergedRows({ state: 'error', source, cause: 'x' })[0]?.className, 'dead');
});
