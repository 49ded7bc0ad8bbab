import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import {
  clockText,
  dayText,
  instantAt,
  lapseRun,
  localDay,
  nextBurst,
  passedAt,
  progressAt,
  worldAt,
} from '../../../data/time-lapse/time-lapse.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { readingAs } from '../../helpers/home-readings.ts';

// A day depends on the visitor's zone; time-lapse-zones.node.test.ts has others.
process.env['TZ'] = 'UTC';

const at = (text: string): number => Date.parse(`${text}Z`);
const NOW = at('2026-11-21T14:30:20');
const commit = (time: string, author = 'Ada'): Commit => ({
  sha: time,
  author,
  authoredAt: at(time),
  title: `at ${time}`,
});
const live = (value: readonly Commit[]) => readingAs('live', 'me/home, code.example', value, NOW - 60_000);
/** Newest first, as the code host sends them. */
const list = [
  commit('2026-11-21T09:00:00'),
  commit('2026-11-20T18:30:00'),
  commit('2026-11-20T08:41:00', 'Bob'),
  commit('2026-11-20T08:40:30'),
  commit('2026-11-20T08:40:30', 'Bob'),
  commit('2026-11-18T23:59:59'),
];
const yesterday = lapseRun('2026-11-20', live(list), NOW);

test('a past day is whole, and today ends at the present minute', () => {
  assert.equal(yesterday.from, at('2026-11-20T00:00:00'));
  assert.equal(yesterday.to, at('2026-11-21T00:00:00'));
  const today = lapseRun('2026-11-21', live(list), NOW);
  assert.equal(today.to, at('2026-11-21T14:31:00'));
  assert.equal(today.commits.length, 1);
});

test('the schedule has that day’s commits, oldest first, whatever the host’s order', () => {
  const shuffled = lapseRun(
    '2026-11-20',
    live([list[3], list[1], list[5], list[2], list[0], list[4]] as Commit[]),
    NOW,
  );
  assert.deepEqual(
    yesterday.commits.map(({ title, author }) => `${title} ${author}`),
    [
      // Within one second, the later entry is the older commit.
      'at 2026-11-20T08:40:30 Bob',
      'at 2026-11-20T08:40:30 Ada',
      'at 2026-11-20T08:41:00 Bob',
      'at 2026-11-20T18:30:00 Ada',
    ],
  );
  assert.deepEqual(
    shuffled.commits.map(({ authoredAt }) => authoredAt),
    yesterday.commits.map(({ authoredAt }) => authoredAt),
  );
});

test('offers today and days with commits, newest first, and no future day', () => {
  const wild = { ...commit('2026-11-20T01:00:00'), authoredAt: 9e15 };
  const laterToday = commit('2026-11-21T14:31:00');
  const known = [...list, commit('2026-11-22T01:00:00'), laterToday, wild];
  assert.deepEqual(lapseRun('2026-11-20', live(known), NOW).days, [
    { day: '2026-11-21', commits: 1 },
    { day: '2026-11-20', commits: 4 },
    { day: '2026-11-18', commits: 1 },
  ]);
  assert.deepEqual(lapseRun('2026-11-20', live([]), NOW).days, [{ day: '2026-11-21', commits: 0 }]);
  assert.equal(localDay(9e15), '');
});

test('converts progress to an instant and back', () => {
  assert.equal(clockText(instantAt(yesterday, 0.5)), '12:00');
  assert.equal(progressAt(yesterday, at('2026-11-20T18:00:00')), 0.75);
  assert.equal(progressAt(yesterday, at('2026-11-25T18:00:00')), 1);
  assert.equal(progressAt(yesterday, 0), 0);
});

test('writes clock and date short: a day ends at 24:00, another year is named', () => {
  assert.equal(clockText(yesterday.to, yesterday), '24:00');
  assert.equal(clockText(yesterday.to), '00:00');
  assert.equal(dayText('2026-11-21', NOW), '21 Nov');
  assert.equal(dayText('2025-01-02', NOW), '2 Jan 2025');
});

test('a commit has passed from its exact instant on', () => {
  assert.equal(passedAt(yesterday, at('2026-11-20T08:40:29')), 0);
  assert.equal(passedAt(yesterday, at('2026-11-20T08:40:30')), 2);
  assert.equal(passedAt(yesterday, at('2026-11-20T09:00:00'), 2), 3);
});

test('groups nearby commits into a burst, and seeks to just before the next', () => {
  const first = nextBurst(yesterday, 0) ?? 0;
  assert.equal(passedAt(yesterday, instantAt(yesterday, first)), 0);
  const second = nextBurst(yesterday, first) ?? 0;
  assert.equal(passedAt(yesterday, instantAt(yesterday, second)), 3);
  assert.equal(nextBurst(yesterday, second), undefined);
  assert.equal(nextBurst(lapseRun('2026-11-19', live(list), NOW), 0), undefined);
});

test('the world at a moment has the commits up to it, newest first, and names the moment', () => {
  const world = worldAt(yesterday, progressAt(yesterday, at('2026-11-20T08:40:45')));
  assert.equal(clockText(world.now), '08:40');
  assert.deepEqual([world.passed, world.latest?.title], [2, 'at 2026-11-20T08:40:30']);
  assert.deepEqual(
    world.commits.value?.map(({ sha }) => sha),
    ['2026-11-20T08:40:30', '2026-11-20T08:40:30', '2026-11-18T23:59:59'],
  );
  assert.equal(
    provenanceText(world.commits, world.now),
    'me/home, code.example · 08:40 of 20 Nov, time-lapse',
  );
});

test('the end of a day shows that day and nothing of the next second', () => {
  const run = lapseRun('2026-11-20', live([commit('2026-11-21T00:00:00'), ...list.slice(1)]), NOW);
  const world = worldAt(run, 1);
  assert.equal(world.passed, run.commits.length);
  assert.equal(world.commits.value?.[0]?.sha, world.latest?.sha);
});

test('the same moment shows the same world', () => {
  const progress = progressAt(yesterday, at('2026-11-20T18:30:00'));
  assert.deepEqual(worldAt(yesterday, progress), worldAt(lapseRun('2026-11-20', live(list), NOW), progress));
});

test('before the first known commit it says so, and an old reading stays old', () => {
  const before = worldAt(lapseRun('2026-11-18', live(list), NOW), 0.25).commits;
  assert.equal(before.state, 'empty');
  assert.match(provenanceText(before, NOW), /06:00 of 18 Nov, time-lapse · none known before this time$/);
  const old: Reading<readonly Commit[]> = {
    state: 'stale',
    source: 'me/home',
    value: list,
    fetchedAt: NOW,
    cause: 'the page was hidden',
  };
  assert.equal(
    provenanceText(worldAt(lapseRun('2026-11-20', old, NOW), 1).commits, NOW),
    'me/home · stale · the page was hidden · 24:00 of 20 Nov, time-lapse',
  );
});

test('a full list covers the day from its last entry on', () => {
  const full = Array.from({ length: 50 }, (_unused, i) => ({
    ...commit('2026-11-20T12:00:00'),
    authoredAt: at('2026-11-20T12:00:00') - i * 60_000,
  }));
  const run = lapseRun('2026-11-20', live(full), NOW);
  assert.equal(clockText(run.knownFrom ?? 0), '11:11');
  assert.equal(worldAt(run, 0.1).knownSince, run.knownFrom);
  assert.equal(run.from, run.knownFrom, 'what is not known is not replayed');
  assert.deepEqual(run.days, [
    { day: '2026-11-21', commits: 0 },
    { day: '2026-11-20', commits: 50, isPart: true },
  ]);
  assert.equal(lapseRun('2026-11-21', live(full), NOW).knownFrom, undefined);
  assert.equal(yesterday.knownFrom, undefined);
});

test('a failed reading has no commits to replay', () => {
  const failed: Reading<readonly Commit[]> = { state: 'error', source: 'x', cause: 'x' };
  assert.equal(lapseRun('2026-11-20', failed, NOW).commits.length, 0);
});

test('the home’s own start of the list takes precedence over its length', () => {
  const many = Array.from({ length: 334 }, (_unused, i) => ({
    ...commit('2026-11-20T22:00:00'),
    authoredAt: at('2026-11-20T22:00:00') - i * 120_000,
  }));
  const whole = lapseRun('2026-11-20', live(many), NOW, 0);
  assert.deepEqual([whole.commits.length, whole.knownFrom, clockText(whole.from)], [334, undefined, '00:00']);
  assert.deepEqual(whole.days[1], { day: '2026-11-20', commits: 334 });
  const early = worldAt(whole, progressAt(whole, at('2026-11-20T05:00:00')));
  assert.equal(early.commits.state, 'empty', 'there were none, and that is known');

  const since = at('2026-11-20T09:30:20');
  const part = lapseRun('2026-11-20', live(many.slice(0, 300)), NOW, since);
  assert.equal(part.knownSince, since);
  // The first of them was written at 12:02.
  assert.equal(clockText(part.from), '12:02');
  assert.equal(worldAt(part, 0).commits.value?.length, 1, 'no moment of it claims that there was nothing');
  assert.equal(progressAt(part, at('2026-11-20T08:00:00')), 0, 'a link to before leads to its beginning');
  assert.equal(lapseRun('2026-11-21', live(many), NOW, since).knownFrom, undefined);
  const few = lapseRun('2026-11-20', live(many.slice(0, 10)), NOW, since);
  assert.deepEqual(few.days[1], { day: '2026-11-20', commits: 10, isPart: true });
});

test('replays only the last minute of a day when only that is known', () => {
  const last = { ...commit('2026-11-20T23:59:30'), authoredAt: at('2026-11-20T23:59:30') };
  const run = lapseRun('2026-11-20', live([last]), NOW, last.authoredAt);
  assert.deepEqual([clockText(run.from), clockText(run.to, run)], ['23:59', '24:00']);
  assert.equal(progressAt(run, run.to), 1);
});
