import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LATEST_COMMITS } from '../../../data/readings/activity.ts';
import type { Commit, MergedPull } from '../../../data/readings/records.ts';
import { type AgentSession, bySessionQueue } from '../../../data/readings/schemas/agent-sessions.ts';
import { type Stage, subjectOf } from '../../../data/view/stage.ts';
import {
  type StageReadings,
  FAILED_FIRST_MS,
  NEWS_MS,
  StageDirector,
} from '../../../data/view/wall-stage.ts';
import {
  MAX_DRIFT,
  MAX_ROWS,
  driftAt,
  nightShare,
  oldText,
  todayText,
  wallCaption,
} from '../../../data/view/wall-words.ts';
import { session, team } from '../../helpers/sessions.ts';
import { readingAs } from '../../helpers/home-readings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Noon of a local day. */
const NOW = new Date(2026, 4, 12, 12, 0).getTime();

const live = <T>(value: T, fetchedAt = NOW) => readingAs('live', 'test', value, fetchedAt);
const commit = (title: string, authoredAt = NOW): Commit => ({
  sha: title,
  title,
  author: 'Ben',
  authoredAt,
});
const merge = (number: number, mergedAt = NOW): MergedPull => ({
  number,
  title: `Merge ${number}`,
  author: 'Ada',
  mergedAt,
});
const readings = (
  sessions: readonly AgentSession[] = [],
  commits: readonly Commit[] = [],
  merged: readonly MergedPull[] = [],
): StageReadings => ({
  sessions: live(team([...sessions].sort(bySessionQueue))),
  commits: live(commits),
  merged: live(merged),
});
const of = (name: string, state: AgentSession['state'], since = NOW): AgentSession =>
  session({ key: name, name, state, since });

/** The stage after the news of `after`, which `before` did not have. */
function stageAfter(before: StageReadings, after: StageReadings, laterMs = 0): Stage {
  const director = new StageDirector();
  director.next(before, NOW);
  director.next(after, NOW);
  return director.next(after, NOW + laterMs);
}

describe('the stage of the wall', () => {
  const old = commit('old', NOW - HOUR);
  const before = readings([of('w', 'working'), of('d', 'working')], [old], [merge(1)]);
  const news = readings([of('w', 'working'), of('d', 'done')], [commit('new'), old], [merge(2), merge(1)]);
  const withSessions = (...more: readonly AgentSession[]): StageReadings => ({
    ...news,
    sessions: readings([of('w', 'working'), of('d', 'done'), ...more]).sessions,
  });
  const waits = of('waits', 'waiting', NOW - MINUTE);
  const waitsLonger = of('waits longer', 'waiting', NOW - HOUR);
  const failed = of('failed', 'failed', NOW - MINUTE);
  const failedLongAgo = of('failed', 'failed', NOW - FAILED_FIRST_MS);

  /** From the first to the last: each row wins over all that come after it. */
  const table: readonly (readonly [what: string, stage: Stage, wanted: string])[] = [
    [
      'who waits longest',
      stageAfter(before, withSessions(waits, waitsLonger, failed)),
      'waiting waits longer',
    ],
    ['who waits', stageAfter(before, withSessions(waits, failed)), 'waiting waits'],
    ['who has failed lately', stageAfter(before, withSessions(failed)), 'failed failed'],
    ['a merge', stageAfter(before, news), 'merged 2'],
    ['a commit', stageAfter(before, { ...news, merged: before.merged }), 'commit new'],
    ['who is done', stageAfter(before, { ...before, sessions: news.sessions }), 'done d'],
    ['who works, after the minute of the news', stageAfter(before, news, NEWS_MS), 'working w'],
    [
      'who works, beside who failed long ago',
      stageAfter(before, withSessions(failedLongAgo), NEWS_MS),
      'working w',
    ],
    ['the last commit', stageAfter(readings([], [old]), readings([], [old])), 'quiet old'],
    ['nothing', stageAfter(readings(), readings()), 'quiet '],
  ];
  const named = (stage: Stage): string => {
    if (stage.kind === 'merged') return `merged ${stage.merge.number}`;
    if (stage.kind === 'commit' || stage.kind === 'quiet')
      return `${stage.kind} ${stage.commit?.title ?? ''}`;
    if (stage.kind === 'working') return `working ${stage.sessions.map(({ name }) => name).join()}`;
    return `${stage.kind} ${stage.session?.name}`;
  };
  for (const [what, stage, wanted] of table) test(`shows ${what}`, () => assert.equal(named(stage), wanted));

  test('says how many wait if the reader may not know who', () => {
    const sessions = live({ ...team([waits, waitsLonger]), audience: 'counts' as const, sessions: [] });
    const stage = new StageDirector().next({ ...readings(), sessions }, NOW);
    assert.equal(wallCaption(stage, NOW).headline, '2 agents wait');
    assert.equal(subjectOf(stage), 'all');
  });

  test('has no news from the first answers, and none from before a change of the clock', () => {
    assert.equal(new StageDirector().next(news, NOW).kind, 'working');
    const director = new StageDirector();
    director.next(before, NOW);
    assert.equal(director.next(news, NOW).kind, 'merged');
    assert.equal(director.next(news, NOW - HOUR).kind, 'working');
  });

  test('keeps later news of a kind, and earlier news that comes first', () => {
    const director = new StageDirector();
    director.next(readings([], [old]), NOW);
    director.next(readings([], [commit('one'), old]), NOW);
    const next = readings([], [commit('two'), commit('one'), old], []);
    assert.equal(named(director.next(next, NOW + 1)), 'commit two');
    assert.equal(named(director.next(next, NOW + NEWS_MS)), 'commit two');
    assert.equal(named(director.next(next, NOW + 1 + NEWS_MS)), 'quiet two');
  });
});

describe('the words of the wall', () => {
  test('say who waits, since when, for what, and how many others', () => {
    const stage: Stage = {
      kind: 'waiting',
      session: session({
        name: 'shop · login',
        harness: 'Codex',
        state: 'waiting',
        needs: 'permission',
        since: NOW - 38 * MINUTE,
        tool: 'Bash',
        target: 'npm test',
      }),
      count: 3,
    };
    assert.deepEqual(wallCaption(stage, NOW), {
      state: 'waits for permission · since 11:22 · 38 min · and 2 others',
      headline: 'shop · login',
      detail: 'Codex · with Bash, npm test',
      rows: [],
    });
    // On another day the time of the day would mislead.
    assert.match(wallCaption(stage, NOW + 24 * HOUR).state, /^waits for permission · 1 d · /);
  });

  test('list up to four at work, and count the others', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => of(name, 'working'));
    const { rows, detail } = wallCaption({ kind: 'working', sessions: all, count: 6 }, NOW);
    assert.equal(rows.length, MAX_ROWS);
    assert.equal(detail, 'and 2 others');
  });

  test('count the commits and merges of the local day', () => {
    const begin = new Date(NOW).setHours(0, 0, 0, 0);
    const day = readings(
      [of('w', 'working')],
      [commit('b'), commit('a', begin), commit('yesterday', begin - 1)],
      [merge(1), merge(2, begin - 1)],
    );
    assert.equal(todayText(day, NOW), '1 at work · 2 commits and 1 merge today');
    assert.equal(todayText(readings(), NOW), '0 commits today');
  });

  test('say that there were more commits, if the list begins within the day', () => {
    const begin = new Date(NOW).setHours(0, 0, 0, 0);
    const day = readings([], [commit('b'), commit('a', begin + HOUR)]);
    assert.equal(todayText(day, NOW, begin + HOUR), '2+ commits today');
    assert.equal(todayText(day, NOW, begin), '2 commits today');
    const full = Array.from({ length: LATEST_COMMITS }, (_, i) => commit(`${i}`, NOW - i * MINUTE));
    assert.equal(todayText(readings([], full), NOW), '50+ commits today');
    assert.equal(todayText(readings(), NOW, NOW), '', 'none of them is known');
  });

  test('have no figure of a day that began after the last answer', () => {
    const day = readings([of('w', 'working')], [commit('a')], [merge(1)]);
    assert.equal(todayText(day, NOW + 13 * HOUR), '1 at work');
    const commits = live([commit('b', NOW + 13 * HOUR)], NOW + 13 * HOUR);
    assert.equal(todayText({ ...day, commits }, NOW + 13 * HOUR), '1 at work · 1 commit today');
  });

  test('say from when they are while nothing answers', () => {
    const page = (online: boolean, homeAnswers: boolean) => ({
      online: { get: () => online },
      homeAnswers: { get: () => homeAnswers },
    });
    const said = (is: ReturnType<typeof page>, given = readings(), now = NOW): string =>
      oldText(is as Parameters<typeof oldText>[0], given, now);
    assert.equal(said(page(true, true)), '');
    assert.equal(said(page(false, true)), 'No network · this is from 12:00 · asking again');
    assert.equal(
      said(page(true, false), readings(), NOW + 48 * HOUR),
      'The home does not answer · this is from 2 d ago · asking again',
    );
    const commits: StageReadings['commits'] = {
      state: 'error',
      source: 'git.example',
      cause: 'no answer within 10 s',
    };
    assert.match(
      said(page(true, true), { ...readings(), commits }),
      /^git\.example: no answer within 10 s · /,
    );
    const sessions = { ...readings().sessions, state: 'stale', cause: 'down', fetchedAt: NOW - 4 * HOUR };
    assert.equal(
      said(page(true, true), { ...readings(), sessions } as StageReadings),
      `${sessions.source}: down · this is from 08:00 · asking again`,
    );
  });
});

describe('the screen of the wall', () => {
  test('is dark from 22:30 to 6:00 of its own clock, and bright from 6:30 to 22:00', () => {
    const at = (hour: number, minute: number): number =>
      nightShare(new Date(2026, 4, 12, hour, minute).getTime());
    for (const [hour, minute, share] of [
      [6, 30, 0],
      [12, 0, 0],
      [22, 0, 0],
      [22, 15, 0.5],
      [22, 30, 1],
      [23, 59, 1],
      [0, 0, 1],
      [5, 59, 1],
      [6, 15, 0.5],
    ] as const)
      assert.equal(at(hour, minute), share, `${hour}:${minute}`);
  });

  test('moves by at most two pixels a minute, and rests nowhere', () => {
    const places = Array.from({ length: 24 * 60 }, (_, minute) => driftAt(minute * MINUTE));
    const seen = new Map<string, number>();
    for (const [i, { x, y }] of places.entries()) {
      assert.ok(Math.abs(x) <= MAX_DRIFT && Math.abs(y) <= MAX_DRIFT);
      const before = places[i - 1] ?? { x, y };
      assert.ok(Math.abs(x - before.x) <= 2 && Math.abs(y - before.y) <= 2);
      seen.set(`${x} ${y}`, (seen.get(`${x} ${y}`) ?? 0) + 1);
    }
    // No place has more than a fiftieth of the day.
    assert.ok(Math.max(...seen.values()) < places.length / 50);
  });
});
