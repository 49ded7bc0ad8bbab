import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../helpers.ts';
import { DAY, HOUR, MINUTE, NOON, historyAt } from './histories.ts';

const known = (home: ReturnType<typeof historyAt>, span: '24h' | '90d' = '24h') =>
  home.of(span).bars.flatMap((bar, index) => (bar === null ? [] : [[index, ...bar]]));

test('deletes records from the future when a clock that was hours ahead is set back', () => {
  const home = historyAt(NOON);
  home.checks(30);
  home.time.now += 5 * HOUR;
  home.checks(5, false);
  home.time.now -= 5 * HOUR;
  home.checks(20);
  assert.deepEqual(home.of().bars.slice(-2), [
    [30, 0, 0],
    [20, 0, 0],
  ]);
  assert.deepEqual(home.of().incidents, [], 'it did not fail at that time');
  // Five hours later, the deleted records have no effect either.
  home.run(5 * HOUR);
  home.checks(1);
  assert.deepEqual(
    home
      .of()
      .bars.slice(-11, -1)
      .filter((bar) => bar !== null),
    [[20, 0, 0]],
  );
});

test('keeps three months of history while the clock is years ahead for some hours', async () => {
  await using place = await temporaryFolder();
  const home = historyAt(NOON, { file: join(place.path, 'history.sqlite') });
  for (let day = 0; day < 80; day++) {
    home.checks(1);
    home.run(DAY - MINUTE);
  }
  home.checks(1);
  const before = known(home, '90d').length;
  assert.equal(before, 81);
  home.time.now += 1_000 * DAY;
  home.checks(120);
  home.restart();
  home.checks(120);
  home.time.now -= 1_000 * DAY;
  home.restart();
  home.checks(1);
  assert.equal(known(home, '90d').length, before);
});

test('records nothing while the clock is days behind, until it is believed', () => {
  const home = historyAt(NOON);
  home.checks(30);
  const atNoon = home.of();
  home.time.now = 0;
  home.checks(60, false);
  assert.equal(home.of().uptime, null, 'there was no home in 1970');
  home.time.now = NOON + 90 * MINUTE;
  assert.deepEqual(
    known(home).map(([, ...bar]) => bar),
    [[30, 0, 0]],
  );
  assert.deepEqual(home.of().incidents, []);
  assert.equal(home.of().uptime, atNoon.uptime);
  home.checks(1);
  assert.equal(home.of().state, 'up');
});

test('believes a clock that stays where it is for a day', () => {
  const home = historyAt(NOON + 10 * DAY);
  home.checks(1);
  home.time.now = NOON;
  for (let hour = 0; hour < 26; hour++) {
    home.checks(1);
    home.run(HOUR - MINUTE);
  }
  assert.ok(known(home).length >= 1);
  assert.equal(home.of().state === 'up' || home.of().uptime === 1, true);
});

test('records at once after a pause of weeks', async () => {
  await using place = await temporaryFolder();
  const home = historyAt(NOON, { file: join(place.path, 'history.sqlite') });
  home.checks(30);
  home.run(20 * DAY);
  home.time.uptime = 0;
  home.restart();
  home.checks(2);
  assert.deepEqual(known(home), [[47, 2, 0, 0]]);
  assert.deepEqual(
    known(home, '90d').map(([, ...bar]) => bar),
    [
      [30, 0, 0],
      [2, 0, 0],
    ],
  );
});

test('ends no incident before it began, whatever the clock does', () => {
  const home = historyAt(NOON);
  home.checks(5, false);
  home.time.now -= 3 * MINUTE;
  home.check(true);
  for (const { begin, end } of home.of().incidents) assert.ok(end !== null && end >= begin);
});
