import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { localTimeOf, placeText } from '../../../data/readings/format-weather.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const { weather } = defaultConfig;

test('names the place as the owner does, else by its coordinates', () => {
  assert.equal(placeText(weather), '51.48° N, 0.00° E');
  assert.equal(placeText({ ...weather, place: 'Greenwich' }), 'Greenwich');
});

test('tells clock and day of the place in its time zone, and nothing without one', () => {
  assert.equal(localTimeOf(weather, NOON), undefined);
  const timeZone = 'Pacific/Auckland';
  assert.deepEqual(localTimeOf({ ...weather, timeZone }, NOON), { clock: '00:00', day: 'Saturday 2 May' });
});

test('takes only time zones that exist', () => {
  const timeZoneOf = (timeZone: unknown) => parseConfig({ weather: { timeZone } }).config.weather.timeZone;
  assert.equal(timeZoneOf('Europe/Berlin'), 'Europe/Berlin');
  assert.equal(timeZoneOf('Europe/Atlantis'), '');
  assert.equal(timeZoneOf(2), '');
});
