import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { skyHours } from '../../../data/config/config.ts';
import { placeAt } from '../../helpers/hour-places.ts';
import {
  DEFAULT_HOUR,
  aspects,
  pictureAt,
  pictureHourAt,
  pictureHourOf,
  pictureName,
  withHour,
} from '../../../data/painted/pictures.ts';

const HOUR_MS = 3_600_000;
const SUMMER = Date.parse('2026-06-21T00:00:00Z');
const WINTER = Date.parse('2026-12-21T00:00:00Z');

describe('the pictures of the painted home', () => {
  it('have names from which a page reads what they show', () => {
    for (const aspect of aspects)
      for (const hour of skyHours) {
        const picture = { aspect, weather: 'clear', hour } as const;
        const address = `https://home.example/some/painted/${pictureName(picture)}.avif?v=1`;
        assert.deepEqual(pictureAt(address), picture);
      }
    for (const other of [
      '',
      'painted/wide-clear.avif',
      'painted/wide-clear-dusk.png',
      'painted/wide-fog-dusk.avif',
    ])
      assert.equal(pictureAt(other), undefined);
  });

  it('are exchanged for those of another hour in a whole page, which stays the same otherwise', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8');
    const named = (html: string): string[] => html.match(/painted\/[\w.-]+/g) ?? [];
    assert.equal(named(page).length, 6);
    const noon = withHour(page, 'noon');
    assert.deepEqual(
      named(noon),
      named(page).map((name) => name.replace(DEFAULT_HOUR, 'noon')),
    );
    assert.equal(withHour(noon, DEFAULT_HOUR), page);
  });
});

describe('the hour of the picture', () => {
  it('is that of the pictures themselves, at the places where they are taken', () => {
    for (const start of [SUMMER, WINTER])
      for (let hours = 0; hours < 24; hours += 5)
        for (const hour of skyHours) {
          const at = start + hours * HOUR_MS;
          assert.equal(pictureHourAt(at, placeAt(hour, at)), hour, `${hour}, ${new Date(at).toISOString()}`);
        }
  });

  it('goes through the day in order', () => {
    const greenwich = { latitude: 51.48, longitude: 0 };
    const day = Array.from({ length: 24 }, (_unused, hours) =>
      pictureHourAt(WINTER + hours * HOUR_MS, greenwich),
    );
    const changes = day.filter((hour, index) => hour !== day[index - 1]);
    assert.deepEqual(changes, ['midnight', 'dawn', 'noon', 'dusk', 'midnight']);
  });

  it('is the one that the sky of a home keeps', () => {
    const weather = { latitude: 51.48, longitude: 0 };
    assert.equal(pictureHourOf({ sky: { hour: 'dawn' }, weather }, WINTER), 'dawn');
    assert.equal(pictureHourOf({ sky: { hour: 'place' }, weather }, WINTER), 'midnight');
  });

  it('is no dawn where the sun does not rise, and no midnight where it does not set', () => {
    const pole = { latitude: 89, longitude: 0 };
    assert.equal(pictureHourAt(WINTER, pole), 'midnight');
    assert.equal(pictureHourAt(SUMMER, pole), 'noon');
  });
});
