import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import { carvingOf } from '../../../../world/narrative/oath/oath-layout.ts';

/** The lines under the heading. */
const MAX_LINES = 11;

const source = 'soul.md';
const live = (value: string): Reading<string> => ({ state: 'live', source, value, fetchedAt: 1 });
/** Each character has width 0.1: twenty fit a line. */
const carve = (markdown: string) => carvingOf(live(markdown), 2, (text) => text.length / 10);

test('a short oath is carved completely, with a space between its paragraphs', () => {
  assert.deepEqual(carve('# Oath\n\nI keep the *door* open.\n\n- and the [light](https://a.example) on'), {
    title: 'Oath',
    lines: ['I keep the door', 'open.', '', '• and the light on'],
  });
});

test('a long oath ends after a word with an ellipsis, and starts no paragraph with room for one line only', () => {
  const long = carve('word '.repeat(200));
  assert.equal(long.title, 'Oath');
  assert.equal(long.lines.length, MAX_LINES);
  assert.match(long.lines.at(-1) ?? '', /word…$/);
  const two = carve(`${'word '.repeat(4 * (MAX_LINES - 1))}\n\nAnother paragraph.`);
  assert.ok(two.lines.length <= MAX_LINES);
  assert.ok(!two.lines.join(' ').includes('Another'));
});

test('an oath with only a heading shows that heading', () => {
  assert.deepEqual(carve('# Be kind'), { title: 'Be kind', lines: [] });
});
