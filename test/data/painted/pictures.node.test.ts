import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { skyHours } from '../../../data/config/config.ts';
import { placeAt } from '../../helpers/hour-places.ts';
import {
  DEFAULT_HOUR,
  aspects,
  pictureAt,
  pictureHourAt,
  pictureName,
  pictureSkyOf,
  pictureWeatherOf,
  pictureWeathers,
  withSky,
} from '../../../data/painted/pictures.ts';

const root = resolve(import.meta.dirname, '../../..');
const HOUR_MS = 3_600_000;
const SUMMER = Date.parse('2026-06-21T00:00:00Z');
const WINTER = Date.parse('2026-12-21T00:00:00Z');

describe('the pictures of the painted home', () => {
  it('have names from which a page reads what they show', () => {
    for (const aspect of aspects)
      for (const weather of pictureWeathers)
        for (const hour of skyHours) {
          const picture = { aspect, weather, hour };
          const address = `https://home.example/some/painted/${pictureName(picture)}.avif?v=1`;
          assert.deepEqual(pictureAt(address), picture);
        }
    for (const other of [
      '',
      'painted/wide-clear.avif',
      'painted/wide-clear-dusk.png',
      'painted/wide-hail-dusk.avif',
    ])
      assert.equal(pictureAt(other), undefined);
  });

  it('are exchanged for those of another sky in a whole page, which stays the same otherwise', () => {
    const page = readFileSync(join(root, 'index.html'), 'utf8');
    const named = (html: string): string[] => html.match(/painted\/[\w.-]+/g) ?? [];
    assert.equal(named(page).length, 6);
    const noon = withSky(page, { weather: 'snow', hour: 'noon' });
    assert.deepEqual(
      named(noon),
      named(page).map((name) => name.replace(DEFAULT_HOUR, 'noon').replace(/clear(?=.*avif)/, 'snow')),
    );
    assert.equal(withSky(noon, { weather: 'clear', hour: DEFAULT_HOUR }), page);
  });

  it('show the weather of the reading, and a clear sky without one', () => {
    const of = (code: number): string => pictureWeatherOf({ code });
    assert.deepEqual([0, 1, 4, 100].map(of), ['clear', 'clear', 'clear', 'clear']);
    assert.deepEqual([2, 3].map(of), ['cloudy', 'cloudy']);
    assert.deepEqual([45, 48].map(of), ['fog', 'fog']);
    assert.deepEqual([51, 57, 63, 67, 80, 82, 95, 99].map(of), Array(8).fill('rain'));
    assert.deepEqual([71, 77, 85, 86].map(of), Array(4).fill('snow'));
    assert.equal(pictureWeatherOf(undefined), 'clear');
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
    const at = (hour: 'dawn' | 'place') => pictureSkyOf({ sky: { hour }, weather }, { code: 3 }, WINTER);
    assert.deepEqual(at('dawn'), { hour: 'dawn', weather: 'cloudy' });
    assert.deepEqual(at('place'), { hour: 'midnight', weather: 'cloudy' });
  });

  it('is no dawn where the sun does not rise, and no midnight where it does not set', () => {
    const pole = { latitude: 89, longitude: 0 };
    assert.equal(pictureHourAt(WINTER, pole), 'midnight');
    assert.equal(pictureHourAt(SUMMER, pole), 'noon');
  });
});
