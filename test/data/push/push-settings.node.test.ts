import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { deviceSettings, isQuiet } from '../../../data/push/push-settings.ts';

const settings = { kinds: ['waiting'], doneMinutes: 5, timeZone: 'Europe/Berlin' };
const at = (time: string): number => Date.parse(`2026-11-27T${time}:00Z`);

describe('the quiet hours of a device', () => {
  test('are in its time zone, and may pass midnight', () => {
    const night = v.parse(deviceSettings, { ...settings, quiet: { from: 22 * 60, to: 7 * 60 } });
    // Berlin is an hour ahead of UTC in November, and two in July.
    const expected = { '20:59': false, '21:00': true, '23:30': true, '05:59': true, '06:00': false };
    for (const [time, isNow] of Object.entries(expected)) assert.equal(isQuiet(night, at(time)), isNow, time);
    assert.equal(isQuiet(night, Date.parse('2026-07-27T20:00:00Z')), true);
    const noon = v.parse(deviceSettings, { ...settings, quiet: { from: 12 * 60, to: 13 * 60 } });
    assert.equal(isQuiet(noon, at('10:59')), false);
    assert.equal(isQuiet(noon, at('11:00')), true);
    assert.equal(isQuiet(noon, at('12:00')), false);
    assert.equal(isQuiet(v.parse(deviceSettings, settings), at('23:00')), false);
  });
});

test('settings of another form are refused', () => {
  for (const change of [
    { kinds: ['everything'] },
    { kinds: ['done', 'done', 'done', 'done'] },
    { doneMinutes: 0 },
    { doneMinutes: 1.5 },
    { doneMinutes: 10_000 },
    { quiet: { from: -1, to: 5 } },
    { quiet: { from: 0, to: 1_440 } },
    { timeZone: 'Mars/Olympus' },
    { timeZone: 'x'.repeat(1_000) },
  ])
    assert.equal(v.is(deviceSettings, { ...settings, ...change }), false, JSON.stringify(change));
  assert.ok(v.is(deviceSettings, settings));
});
