import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMaintenance, maintenanceBetween, parseMaintenance } from '../../../harness/config/maintenance.ts';
import { DAY, HOUR, MINUTE } from '../history/histories.ts';

const SUNDAY = Date.UTC(2026, 10, 22, 3);
const parsed = (...windows: object[]) => {
  const { windows: list, problems } = parseMaintenance(windows);
  assert.deepEqual(problems, []);
  return list;
};

test('reads a window from its start and end, for all subjects or for some', () => {
  const windows = parsed(
    { begin: '2026-11-22T03:00:00Z', end: '2026-11-22T05:00+01:00', _why: 'our note' },
    { begin: '2026-11-22T06:00Z', end: '2026-11-22T07:00Z', of: ['portal:wiki', 'upstream:weather'] },
  );
  const at = (id: string, ms: number): boolean => inMaintenance(windows, id, ms);
  assert.deepEqual(
    [-1, 0, HOUR - 1, HOUR].map((ms) => at('portal:lab', SUNDAY + ms)),
    [false, true, true, false],
  );
  assert.equal(at('portal:wiki', SUNDAY + 3 * HOUR), true);
  assert.equal(at('portal:lab', SUNDAY + 3 * HOUR), false);
});

test('repeats a window every day or every week', () => {
  const [daily] = parsed({ begin: '2026-11-22T03:00Z', end: '2026-11-22T03:10Z', every: 'day' });
  const [weekly] = parsed({ begin: '2026-11-22T03:00Z', end: '2026-11-22T03:10Z', every: 'week' });
  const days = [-1, 0, 1, 6, 7, 700];
  const on = (window: typeof daily): boolean[] =>
    days.map((day) => inMaintenance([window!], 'portal:wiki', SUNDAY + day * DAY + 5 * MINUTE));
  assert.deepEqual(on(daily), [false, true, true, true, true, true]);
  assert.deepEqual(on(weekly), [false, true, false, false, true, true]);
  assert.equal(maintenanceBetween([daily!], SUNDAY - DAY, SUNDAY + 10 * DAY).length, 10);
  assert.deepEqual(maintenanceBetween([weekly!], SUNDAY + 7 * DAY, SUNDAY + 14 * DAY), [
    { begin: SUNDAY + 7 * DAY, end: SUNDAY + 7 * DAY + 10 * MINUTE, of: [], note: '' },
  ]);
  const many = Array.from({ length: 32 }, () => daily!);
  assert.equal(maintenanceBetween(many, SUNDAY, SUNDAY + 90 * DAY).length, 400, 'one answer stays small');
});

test('names what is wrong with a window, with the value', () => {
  const good = { begin: '2026-11-22T03:00Z', end: '2026-11-22T04:00Z' };
  const wrong: readonly [object, string, RegExp][] = [
    [{ ...good, begin: '2026-11-22T03:00' }, 'maintenance.0.begin', /a time with its zone/],
    [{ ...good, end: '2026-02-31T25:00Z' }, 'maintenance.0.end', /a time with its zone/],
    [{ ...good, begin: '2026-02-30T03:00+01:00' }, 'maintenance.0.begin', /a day that the calendar has/],
    [{ ...good, end: 5 }, 'maintenance.0.end', /a time with its zone/],
    [{ begin: good.end, end: good.begin }, 'maintenance.0', /an end after its begin/],
    [{ ...good, end: good.begin }, 'maintenance.0', /an end after its begin/],
    [{ ...good, end: '2026-12-06T03:01Z' }, 'maintenance.0', /at most 14 days/],
    [{ ...good, end: '2026-11-23T02:30Z', every: 'day' }, 'maintenance.0', /an hour before/],
    [{ ...good, every: 'month' }, 'maintenance.0.every', /"day" or "week"/],
    [{ ...good, of: ['wiki'] }, 'maintenance.0.of.0', /portal:<id>/],
    [{ ...good, note: 'x'.repeat(201) }, 'maintenance.0.note', /200 characters/],
    [{ ...good, nots: 'x' }, 'maintenance.0.nots', /begin and end/],
  ];
  for (const [window, field, expected] of wrong) {
    const { windows, problems } = parseMaintenance([window]);
    assert.deepEqual(windows, [], field);
    assert.equal(problems[0]?.field, field);
    assert.match(problems[0].expected, expected);
  }
  assert.equal(parseMaintenance({}).problems[0]?.field, 'maintenance');
  assert.equal(parseMaintenance(Array(33).fill(good)).problems.length, 1);
});
