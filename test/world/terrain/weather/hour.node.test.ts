import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Color } from 'three';
import { Hour, sunOver } from '../../../../world/terrain/weather/hour.ts';

const greenwich = { latitude: 51.4779, longitude: 0 };
const luminance = ({ r, g, b }: Color): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const at = (time: string): number => Date.parse(time);
const mixed = (elevation: number, evening: number): Hour => {
  const hour = new Hour();
  hour.mix(elevation, evening);
  return hour;
};

describe('the sun over the home', () => {
  it('is as high as an almanac says', () => {
    // Greenwich at solar noon: 90° less the latitude, and the tilt of the solstices.
    for (const [time, elevation] of [
      ['2024-06-20T12:02Z', 61.96],
      ['2024-12-21T11:58Z', 15.08],
      ['2024-03-20T12:07Z', 38.6],
      ['2024-06-20T00:02Z', -15.08],
    ] as const)
      assert.ok(Math.abs(sunOver(at(time), greenwich).elevation - elevation) < 0.2, time);
    // Sunset in Greenwich on 21 December 2024: 15:53 UTC, 0.83° below because of the air.
    assert.ok(Math.abs(sunOver(at('2024-12-21T15:53Z'), greenwich).elevation + 0.83) < 0.3);
  });

  it('stands ahead at noon, on the left in the morning and on the right in the evening', () => {
    const noon = sunOver(at('2024-03-20T12:07Z'), greenwich);
    assert.ok(noon.z < -0.99 && Math.abs(noon.x) < 0.1);
    const morning = sunOver(at('2024-03-20T06:30Z'), greenwich);
    const evening = sunOver(at('2024-03-20T17:45Z'), greenwich);
    assert.ok(morning.x < -0.5 && morning.evening === 0);
    assert.ok(evening.x > 0.5 && evening.evening === 1);
    // In the south it is seen to the north, where it moves from right to left.
    const south = { latitude: -33.9, longitude: 18.4 };
    assert.ok(sunOver(at('2024-03-20T05:00Z'), south).x > 0.5);
    assert.ok(sunOver(at('2024-03-20T10:50Z'), south).z < -0.9);
  });

  it('is seen from the start at dusk all year, and moves without a jump', () => {
    for (const month of ['03', '06', '09', '12'])
      for (let minute = 0; minute < 1440; minute++) {
        const time = at(`2024-${month}-20T00:00Z`) + minute * 60_000;
        const [now, next] = [sunOver(time, greenwich), sunOver(time + 60_000, greenwich)];
        assert.ok(Math.abs(Math.hypot(now.x, now.z) - 1) < 1e-9);
        // Below this elevation there is no sunlight, so the direction does not matter.
        if (now.elevation < -8) continue;
        assert.ok(now.z < 0, `${month} ${minute}`);
        assert.ok(Math.hypot(next.x - now.x, next.z - now.z) < 0.02, `${month} ${minute}`);
      }
  });
});

describe('the light of the hour', () => {
  it('grows with the sun, in the morning and in the evening', () => {
    for (const evening of [0, 1])
      for (const part of ['zenith', 'horizon', 'sea'] as const) {
        let before = 0;
        for (let elevation = -30; elevation <= 60; elevation++) {
          const now = luminance(mixed(elevation, evening)[part]);
          assert.ok(now >= before - 1e-9, `${part} at ${elevation}°`);
          before = now;
        }
      }
  });

  it('has no sunlight and all stars at midnight, and a few stars at noon', () => {
    const midnight = mixed(-40, 1);
    assert.equal(luminance(midnight.sun), 0);
    assert.equal(midnight.starlight, 1);
    const noon = mixed(40, 0);
    assert.ok(noon.starlight > 0 && noon.starlight < 0.4);
    let before = 1;
    for (let elevation = -30; elevation <= 60; elevation++) {
      const { starlight } = mixed(elevation, 1);
      assert.ok(starlight <= before);
      before = starlight;
    }
  });

  it('is amber and violet at dusk, and cooler at dawn', () => {
    const [dusk, dawn] = [mixed(-4, 1), mixed(-4, 0)];
    assert.ok(dusk.sun.r > dusk.sun.b * 3, 'amber');
    assert.ok(dusk.horizon.r > dusk.horizon.g && dusk.horizon.b > dusk.horizon.r, 'violet');
    assert.ok(dawn.sun.b > dusk.sun.b && dawn.horizon.r < dusk.horizon.r);
    const midnight = mixed(-40, 1);
    assert.ok(midnight.horizon.g > midnight.horizon.r * 2, 'teal');
  });

  it('is the same in the morning and in the evening at noon and at midnight', () => {
    for (const elevation of [-30, 30]) {
      const [morning, evening] = [mixed(elevation, 0).horizon, mixed(elevation, 1).horizon];
      assert.ok(Math.abs(morning.r - evening.r) + Math.abs(morning.b - evening.b) < 1e-6);
    }
  });
});
