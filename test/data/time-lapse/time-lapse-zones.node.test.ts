import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import type { Environment } from '../../../data/core/environment.ts';
import { createUrlSync, presentAddress } from '../../../data/view/url-sync.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { createState } from '../../../data/state.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import {
  clockText,
  dayText,
  instantAt,
  lapseRun,
  localDay,
  worldAt,
} from '../../../data/time-lapse/time-lapse.ts';
import { theme } from '../../../theme/theme.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);

const before = process.env['TZ'];
const inZone = (zone: string): void => void (process.env['TZ'] = zone);
beforeEach(() => inZone('UTC'));
after(() => {
  if (before === undefined) delete process.env['TZ'];
  else inZone(before);
});

const commit = (time: string): Commit => ({ sha: time, author: 'Ada', authoredAt: at(time), title: time });
const live = (...times: string[]): Reading<readonly Commit[]> => ({
  state: 'live',
  source: 'me/home',
  fetchedAt: 0,
  value: times.map(commit),
});

test('a day is the visitor’s own, from midnight to midnight, from UTC−11 to UTC+14', () => {
  for (const [zone, day, from] of [
    ['Pacific/Niue', '2026-11-20', '2026-11-20T11:00:00Z'],
    ['UTC', '2026-11-21', '2026-11-21T00:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00Z'],
  ] as const) {
    inZone(zone);
    const now = at('2026-11-21T09:59:59Z');
    assert.equal(localDay(now), day, zone);
    const run = lapseRun(day, live(), now);
    assert.equal(run.from, at(from), zone);
    assert.equal(run.midnight - run.from, 24 * HOUR, zone);
    assert.equal(run.to, at('2026-11-21T10:00:00Z'), `${zone}: today ends with this minute`);
    assert.equal(clockText(run.from, run), '00:00', zone);
    assert.equal(clockText(run.midnight, run), '24:00', zone);
    assert.equal(dayText(day, now), `${day.slice(-2)} Nov`, zone);
  }
});

test('a visitor’s evening west of Greenwich has the commits of their day', () => {
  inZone('America/Los_Angeles');
  // 21:00 on the 20th, already the 21st in UTC.
  const now = at('2026-11-21T05:00:00Z');
  const reading = live('2026-11-21T04:00:00Z', '2026-11-20T17:00:00Z', '2026-11-20T07:59:59Z');
  const run = lapseRun(localDay(now), reading, now);
  assert.deepEqual(run.days, [
    { day: '2026-11-20', commits: 2 },
    { day: '2026-11-19', commits: 1 },
  ]);
  assert.deepEqual(
    run.commits.map(({ authoredAt }) => clockText(authoredAt)),
    ['09:00', '20:00'],
  );
  assert.equal(worldAt(run, 0.5).commits.moment, '10:30 of 20 Nov, time-lapse');
});

test('a day on which the clocks change has 23 or 25 hours, all of them replayed', () => {
  const now = at('2026-12-01T12:00:00Z');
  for (const [zone, day, hours] of [
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    // There is no midnight on this day.
    ['America/Sao_Paulo', '2018-11-04', 23],
  ] as const) {
    inZone(zone);
    const run = lapseRun(day, live(), now);
    assert.equal(run.to - run.from, hours * HOUR, `${zone} ${day}`);
    assert.equal(localDay(run.from), day, zone);
    assert.equal(localDay(run.to - 1), day, zone);
    assert.notEqual(localDay(run.to), day, zone);
    assert.equal(clockText(run.to, run), '24:00', zone);
    assert.equal(clockText(run.to - 60_000, run), '23:59', zone);
  }
  inZone('Europe/Berlin');
  const long = lapseRun('2026-10-25', live('2026-10-25T22:30:00Z', '2026-10-24T22:00:00Z'), now);
  assert.equal(long.commits.length, 2);
  assert.equal(clockText(instantAt(long, 0.5)), '11:30');
});

test('a link to a moment shows the same instant in every zone; one to a day the visitor’s own day', () => {
  const instant = at('2026-11-20T23:30:00Z');
  const open = (hash: string) => {
    const state = createState(defaultConfig, { now: at('2026-11-22T12:00:00Z') });
    const address = { hash: () => hash, replace: () => undefined };
    const links = createUrlSync({ address, window: new EventTarget() } as unknown as Environment);
    const lapse = createTimeLapse({ now: () => state.now.get(), monotonicNow: () => state.now.get() });
    links.init(undefined, state, theme);
    lapse.init(undefined, state, theme);
    state.readings.commits.set(live('2026-11-21T10:00:00Z', '2026-11-20T20:00:00Z', '2026-11-20T12:00:00Z'));
    state.world.status.set({ ...state.world.status.get(), phase: 'ready' });
    links.update(0, 0.1);
    lapse.update(0, 0.1);
    const run = state.timeLapse.run.get();
    assert.ok(run);
    const shown = instantAt(run, state.timeLapse.progress.get());
    const written = presentAddress(state).slice(state.base.length);
    links.dispose?.();
    lapse.dispose?.();
    return { day: run.day, shown, written };
  };
  const link = '#view=time-lapse&day=2026-11-20&t=84600';
  for (const [zone, day] of [
    ['Pacific/Niue', '2026-11-20'],
    ['UTC', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-21'],
  ] as const) {
    inZone(zone);
    const moment = open(link);
    assert.deepEqual([moment.day, Math.round(moment.shown / 1000)], [day, instant / 1000], zone);
    assert.equal(moment.written, link, zone);
    assert.equal(open('#view=time-lapse&day=2026-11-20').day, '2026-11-20', zone);
    // The end of a day belongs to that day.
    const end = open('#view=time-lapse&day=2026-11-20&t=86400');
    assert.equal(end.written, '#view=time-lapse&day=2026-11-20&t=86399', zone);
  }
});
