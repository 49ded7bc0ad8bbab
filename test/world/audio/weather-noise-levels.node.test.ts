import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weatherLabel } from '../../../data/readings/weather-label.ts';
import { weatherLook } from '../../../world/utils/weather-look.ts';
import { type WeatherNoiseLevels, weatherNoiseLevels, nightAt } from '../../../world/audio/weather-noise.ts';

const sound = (code: number | undefined, night = 0): WeatherNoiseLevels =>
  weatherNoiseLevels(
    weatherLook(code === undefined ? undefined : { code, label: weatherLabel(code) }),
    night,
  );

describe('the sound of the weather', () => {
  it('has more wind with faster clouds, rain noise in rain, and a rumble in a thunderstorm', () => {
    const [clear, rain, storm] = [sound(0), sound(63), sound(95)];
    assert.ok(clear.wind < rain.wind && rain.wind < storm.wind);
    assert.equal(clear.rain, 0);
    assert.ok(rain.rain > 0 && storm.rain > rain.rain);
    assert.deepEqual([clear.rumble, rain.rumble], [0, 0]);
    assert.ok(storm.rumble > 0);
  });

  it('is darker for heavier drops, and muffled in fog and snow', () => {
    assert.ok(sound(65).rainTone < sound(51).rainTone);
    assert.equal(sound(73).rain, 0);
    assert.ok(sound(45).windTone < sound(0).windTone);
    assert.ok(sound(75).wind < sound(0).wind);
  });

  it('is that of a plain night without a reading, with no rain', () => {
    const { rain, rumble, wind } = sound(undefined);
    assert.deepEqual([rain, rumble], [0, 0]);
    assert.ok(wind > 0);
  });

  it('is calmer at night', () => {
    assert.ok(sound(0, 1).wind < sound(0, 0).wind);
    assert.ok(sound(0, 1).windTone < sound(0, 0).windTone);
    assert.equal(sound(63, 1).rain, sound(63, 0).rain);
  });
});

describe('the share of night', () => {
  it('follows the sun at the place of the weather reading', () => {
    const noon = Date.parse('2026-03-20T12:00:00Z');
    const midnight = Date.parse('2026-03-20T00:00:00Z');
    assert.equal(nightAt({ latitude: 0, longitude: 0 }, noon), 0);
    assert.equal(nightAt({ latitude: 0, longitude: 0 }, midnight), 1);
    assert.equal(nightAt({ latitude: 0, longitude: 180 }, noon), 1);
    const dusk = nightAt({ latitude: 0, longitude: 0 }, Date.parse('2026-03-20T18:30:00Z'));
    assert.ok(dusk > 0.2 && dusk < 0.9, String(dusk));
  });

  it('handles white nights and the polar night', () => {
    assert.equal(nightAt({ latitude: 75, longitude: 0 }, Date.parse('2026-06-21T00:00:00Z')), 0);
    assert.equal(nightAt({ latitude: 85, longitude: 0 }, Date.parse('2026-12-21T12:00:00Z')), 1);
  });
});
