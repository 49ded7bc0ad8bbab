import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { halfTurn, subsolarPoint } from '../../../data/core/subsolar.ts';

const near = (got: number, wanted: number, within: number, what: string): void =>
  assert.ok(Math.abs(halfTurn(got - wanted)) <= within, `${what}: ${got.toFixed(3)}, not ${wanted}`);

/** Minutes by which a sundial is ahead of the clock, from the sun's longitude. */
const equationOfTimeMinutes = (at: number): number => {
  const clockNoon = -((at % 86_400_000) / 86_400_000 - 0.5) * 360;
  return halfTurn(clockNoon - subsolarPoint(at).longitude) * 4;
};

describe('the subsolar point', () => {
  it('is on the tropics at the solstices and on the equator at the equinoxes of 2024 and 2025', () => {
    for (const [at, latitude] of [
      ['2024-03-20T03:06Z', 0],
      ['2024-06-20T20:51Z', 23.44],
      ['2024-09-22T12:44Z', 0],
      ['2024-12-21T09:21Z', -23.44],
      ['2025-03-20T09:01Z', 0],
      ['2025-06-21T02:42Z', 23.44],
    ] as const)
      near(subsolarPoint(Date.parse(at)).latitude, latitude, 0.03, at);
  });

  it('is over the Kaaba at the times published in Mecca', () => {
    // The sun is over the Kaaba on 28 May at 12:18 and on 16 July at 12:27 local time (UTC+3), and one day
    // earlier in leap years.
    for (const at of ['2023-05-28T09:18Z', '2023-07-16T09:27Z', '2024-05-27T09:18Z', '2024-07-15T09:27Z']) {
      const { latitude, longitude } = subsolarPoint(Date.parse(at));
      near(latitude, 21.4225, 0.5, `latitude at ${at}`);
      near(longitude, 39.8262, 0.5, `longitude at ${at}`);
    }
  });

  it('is over Honolulu at its zenith noon of 26 May 2024, 12:28 local time', () => {
    const { latitude, longitude } = subsolarPoint(Date.parse('2024-05-26T22:28Z'));
    near(latitude, 21.31, 0.5, 'latitude');
    near(longitude, -157.86, 0.5, 'longitude');
  });

  it('differs from the clock by the almanac’s equation of time', () => {
    for (const [at, minutes] of [
      ['2024-02-11T12:00Z', -14.2],
      ['2024-04-15T12:00Z', 0],
      ['2024-05-14T12:00Z', 3.7],
      ['2024-07-26T12:00Z', -6.5],
      ['2024-11-03T12:00Z', 16.4],
      ['2024-12-25T00:00Z', 0],
    ] as const)
      near(equationOfTimeMinutes(Date.parse(at)), minutes, 0.25, at);
  });

  it('moves westwards once around a day and never jumps', () => {
    const start = Date.parse('2024-10-31T00:00Z');
    let last = subsolarPoint(start).longitude;
    for (let minute = 1; minute <= 2 * 1440; minute++) {
      const { longitude } = subsolarPoint(start + minute * 60_000);
      assert.ok(longitude >= -180 && longitude <= 180);
      near(longitude, last - 0.25, 0.001, `minute ${minute}`);
      last = longitude;
    }
  });
});
