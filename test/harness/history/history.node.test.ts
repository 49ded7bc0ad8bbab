import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { historyAnswer } from '../../../data/readings/schemas/history.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, HOUR, MINUTE, NOON, historyAt, wiki } from './histories.ts';

test('counts the checks of each half hour and each day, and their latencies', () => {
  const home = historyAt(NOON - 30 * MINUTE);
  home.checks(30);
  home.checks(20);
  home.checks(10, false);
  const { bars, uptime, latency, state } = home.of();
  assert.equal(bars.length, 48);
  assert.deepEqual(bars.slice(-3), [[30, 0, 0], [20, 10, 0], null]);
  assert.deepEqual(bars.slice(0, -3), Array(45).fill(null));
  assert.equal(uptime, 50 / 60);
  assert.equal(state, 'down');
  assert.ok(Math.abs((latency?.p50 ?? 0) - 40) <= 2, String(latency?.p50));
  for (const [span, count] of [
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    assert.equal(home.of(span).bars.length, count);
    assert.deepEqual(home.of(span).bars.at(-1), [50, 10, 0]);
    assert.equal(home.of(span).uptime, 50 / 60);
  }
});

test('has no data for the hours in which the home did not run', async () => {
  await using place = await temporaryFolder();
  const home = historyAt(NOON, { file: join(place.path, 'history.sqlite') });
  home.checks(30);
  home.run(3 * HOUR);
  home.restart();
  assert.equal(home.of().state, 'unknown');
  home.checks(1, false);
  const { bars, uptime, state } = home.of();
  assert.deepEqual(bars.slice(-8), [[30, 0, 0], null, null, null, null, null, null, [0, 1, 0]]);
  assert.equal(uptime, 30 / 31);
  assert.equal(state, 'down');
});

test('answers for a subject without a check with nothing but nulls, and the answer fits its schema', () => {
  const { history, checks } = historyAt(NOON);
  checks(2);
  const never = { id: 'portal:new', kind: 'portal', name: 'New' } as const;
  const why = 'it has no address to check';
  const answer = history.view('90d', [{ ...never, unchecked: why, cause: 'it answered 503' }, wiki]);
  assert.deepEqual(answer.subjects[0], {
    ...never,
    cause: why,
    text: 'New is not checked: it has no address to check. No data of the last 90 days.',
    state: 'unknown',
    uptime: null,
    latency: null,
    bars: Array(90).fill(null),
    incidents: [],
  });
  assert.ok(v.safeParse(historyAnswer, answer).success);
  assert.equal(answer.end - answer.begin, 90 * DAY);
  assert.ok(answer.begin < NOON && NOON < answer.end);
});

test('shows no check after ninety-two days, and deletes what is older', () => {
  const home = historyAt(NOON);
  home.checks(5);
  for (let day = 0; day < 95; day++) {
    home.run(DAY - MINUTE);
    home.checks(1);
  }
  const { bars } = home.of('90d');
  assert.ok(bars.every((bar) => bar !== null));
  assert.equal(home.of('24h').bars.filter((bar) => bar !== null).length, 1);
});

test('has incidents with begin, end and cause, newest first', () => {
  const home = historyAt(NOON);
  home.checks(2);
  home.checks(3, false);
  home.checks(2);
  home.check(false, { cause: 'it refused the connection' });
  assert.deepEqual(home.of().incidents, [
    { begin: NOON + 7 * MINUTE, end: null, ending: 'ongoing', cause: 'it refused the connection' },
    { begin: NOON + 2 * MINUTE, end: NOON + 5 * MINUTE, ending: 'answered', cause: 'it answered 503' },
  ]);
  assert.deepEqual(home.history.incidents(NOON + 6 * MINUTE, [wiki], 9), [
    { ...wiki, begin: NOON + 7 * MINUTE, end: null, ending: 'ongoing', cause: 'it refused the connection' },
  ]);
  assert.deepEqual(home.history.incidents(0, [], 9), [], 'what is no longer watched is not told');
});

test('does not know when an incident ended that the home did not watch', async () => {
  await using place = await temporaryFolder();
  const home = historyAt(NOON, { file: join(place.path, 'history.sqlite') });
  home.checks(3, false);
  home.run(HOUR);
  home.restart();
  const lost = { begin: NOON, end: NOON + 2 * MINUTE, ending: 'not-known', cause: 'it answered 503' };
  assert.deepEqual(home.of().incidents, [lost], 'before the first check');
  home.check(false);
  const again = { ...lost, begin: home.time.now, end: null, ending: 'ongoing' };
  assert.deepEqual(home.of().incidents, [again, lost]);
  home.run(2 * HOUR);
  home.check(true);
  assert.deepEqual(home.of().incidents, [{ ...again, end: again.begin, ending: 'not-known' }, lost]);
});

test('shows an incident that was not watched to its end only as long as its last check is in the span', () => {
  const home = historyAt(NOON);
  home.checks(3, false);
  home.run(3 * DAY);
  assert.deepEqual(home.of('24h').incidents, []);
  assert.equal(home.of('30d').incidents[0]?.end, NOON + 2 * MINUTE);
  assert.deepEqual(home.history.incidents(NOON + HOUR, [wiki], 9), []);
});

test('continues an incident over a short restart', async () => {
  await using place = await temporaryFolder();
  const home = historyAt(NOON, { file: join(place.path, 'history.sqlite') });
  home.checks(3, false);
  home.restart();
  home.run(2 * MINUTE);
  home.check(false);
  assert.deepEqual(
    home.of().incidents.map(({ begin, ending }) => [begin, ending]),
    [[NOON, 'ongoing']],
  );
});

test('keeps no more incidents of a subject that flaps than fit', () => {
  const home = historyAt(NOON);
  for (let i = 0; i < 250; i++) {
    home.checks(1, false);
    home.checks(1, true);
  }
  assert.equal(home.of().incidents.length, 20);
  assert.equal(home.history.incidents(0, [wiki], 1_000).length, 200);
  assert.deepEqual(
    home.history.incidents(0, [wiki], 2).map(({ begin }) => begin),
    [NOON + 498 * MINUTE, NOON + 496 * MINUTE],
  );
  assert.equal(home.of().incidents[0]?.begin, NOON + 498 * MINUTE);
});

test('counts a failed check in maintenance as such, and not as down', () => {
  const window = { begin: NOON + 10 * MINUTE, end: NOON + 20 * MINUTE, of: [wiki.id], note: 'new disks' };
  const home = historyAt(NOON, { maintenance: [{ ...window, every: undefined }] });
  home.checks(5);
  home.checks(15, false);
  assert.deepEqual(home.of().bars.at(-1), [5, 5, 10]);
  assert.equal(home.of().uptime, 0.5);
  assert.equal(home.of().state, 'maintenance');
  assert.deepEqual(
    home.of().incidents.map(({ begin, end, ending }) => [begin, end, ending]),
    [[NOON + 5 * MINUTE, NOON + 10 * MINUTE, 'maintenance']],
  );
  assert.deepEqual(home.history.view('24h', [wiki]).maintenance, [window]);
  home.checks(1, false);
  assert.equal(home.of().state, 'down', 'after the window it counts again');
  assert.equal(home.of().incidents[0]?.begin, NOON + 20 * MINUTE);
});

test('caches a view until a check is recorded or the next minute begins', () => {
  const home = historyAt(NOON);
  home.check(true);
  const view = () => home.history.view('90d', [wiki]);
  const first = view();
  assert.equal(view(), first);
  assert.notEqual(home.history.view('30d', [wiki]), first);
  assert.equal(home.history.view('90d', [{ ...wiki, name: 'Renamed' }]).subjects[0]?.name, 'Renamed');
  home.check(false);
  assert.equal(view().subjects[0]?.state, 'down');
  home.run(11 * MINUTE);
  assert.equal(view().subjects[0]?.state, 'unknown', 'no check for more than ten minutes');
});
