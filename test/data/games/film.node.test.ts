import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { filmFrames, frameText, readingMs } from '../../../data/games/film.ts';
import { playLogEntry } from '../../../data/games/play-log.ts';
import { logEntries } from '../../helpers/play-log.ts';

test('the entries of the helper fit the schema of the log', () => {
  assert.deepEqual(
    logEntries(2).map((entry) => v.parse(playLogEntry, entry)),
    logEntries(2),
  );
});

test('each look at the game is a frame, with what was thought and done before the next', () => {
  const frames = filmFrames(logEntries(3));
  assert.deepEqual(frames.map(frameText), [
    'Step 1: Click at 25 %, 50 %: done.',
    'Step 2: Drag to 75 %, 50 %: dry run.',
    'Step 3: Key Up: refused. The owner said no. Budget spent. All steps are used.',
  ]);
  assert.deepEqual(frames[0]?.thoughts, ['I look at step 1.']);
  assert.deepEqual(
    frames.map(({ screen }) => screen?.number),
    [1, 2, 3],
  );
});

test('a drag begins where the pointer was in an earlier frame', () => {
  assert.deepEqual(filmFrames(logEntries(2))[1]?.pointer, { x: 0.25, y: 0.5 });
});

test('what happened before the first screenshot has a frame without a picture', () => {
  const [start] = logEntries(1);
  const frames = filmFrames([
    ...(start ? [start] : []),
    { type: 'error', at: 1, step: 0, from: 'desktop', message: 'There is no such window.' },
  ]);
  assert.deepEqual(
    frames.map(({ screen, events }) => [screen, events]),
    [[undefined, ['Problem of the desktop: There is no such window.']]],
  );
});

test('an order that came late is no event', () => {
  const order = { order: 'stop', play: '20261122-221500-a' } as const;
  const [late, taken] = [false, true].map((isTaken) =>
    filmFrames([{ type: 'order', at: 1, order, from: 'chat', taken: isTaken }]),
  );
  assert.deepEqual(late?.[0]?.events, []);
  assert.deepEqual(taken?.[0]?.events, ['The owner stopped the play (chat)']);
});

test('a frame stays longer, the more there is to read, up to seven seconds', () => {
  const [frame] = filmFrames(logEntries(1));
  assert.ok(frame);
  const short = readingMs({ ...frame, thoughts: [], events: [] });
  const longer = readingMs({ ...frame, thoughts: ['x'.repeat(50)] });
  assert.ok(short >= 1000 && longer > short);
  assert.equal(readingMs({ ...frame, thoughts: ['x'.repeat(4000)] }), 7000);
});
