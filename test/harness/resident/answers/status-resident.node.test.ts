import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUnderstanding } from '../../../../harness/resident/model/resident-setup.ts';
import { StatusResident, piecesOf } from '../../../../harness/resident/answers/status-resident.ts';
import { answerTo, liveState } from '../live-state.ts';

test('streams the answer in small deltas, and stops when question', async () => {
  const resident = new StatusResident(readUnderstanding, { pauseMs: 1 });
  const context = {
    state: liveState(),
    history: [],
    acting: true,
    visitor: 'v',
    visitors: 1,
    address: undefined,
  };
  const whole: string[] = [];
  for await (const piece of resident.answer('help', context, new AbortController().signal))
    if (typeof piece === 'string') whole.push(piece);
  assert.ok(whole.length > 10);
  assert.equal(whole.join(''), answerTo('help', context.state));
  const stop = new AbortController();
  const some: string[] = [];
  for await (const piece of resident.answer('help', context, stop.signal)) {
    if (typeof piece === 'string') some.push(piece);
    if (some.length === 3) stop.abort();
  }
  assert.equal(some.length, 3);
  const long = 'a word or two '.repeat(2_000);
  const pieces = [...piecesOf(long)];
  assert.equal(pieces.join(''), long);
  assert.ok(pieces.length <= 150, 'a long answer is no slower than a middling one');
  assert.equal([...piecesOf('  a b\n\nc  ')].join(''), '  a b\n\nc  ');
});
