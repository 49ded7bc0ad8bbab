import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weatherLabels } from '../../../../data/readings/records.ts';
import { createState } from '../../../../data/state.ts';
import { weatherLabel } from '../../../../data/readings/weather-label.ts';
import { theme } from '../../../../theme/theme.ts';
import { SceneWeather } from '../../../../world/core/scene/weather.ts';
import { Atmosphere } from '../../../../world/terrain/weather/atmosphere.ts';
import { Hour } from '../../../../world/terrain/weather/hour.ts';
import { Lightning } from '../../../../world/terrain/weather/lightning.ts';
import { type WeatherLook, weatherLook } from '../../../../world/utils/weather-look.ts';

/** One code per label; 4 is not in the table. */
const codes = {
  Clear: 0,
  'Partly Cloudy': 2,
  Foggy: 45,
  Drizzle: 53,
  Rain: 63,
  Snow: 73,
  Thunderstorm: 95,
  Unknown: 4,
} as const;
const look = (code: number): WeatherLook => weatherLook({ code, label: weatherLabel(code) });
const weather = (label: (typeof weatherLabels)[number]) =>
  ({
    state: 'live',
    source: 'weather',
    fetchedAt: 1,
    value: { temperatureF: 50, code: codes[label], label },
  }) as const;

describe('the weather service', () => {
  it('looks different for every label, and Unknown looks like no reading', () => {
    const looks = weatherLabels.map((label) => JSON.stringify(look(codes[label])));
    assert.equal(new Set(looks).size, weatherLabels.length);
    assert.deepEqual(look(codes.Unknown), weatherLook(undefined));
    assert.equal(weatherLook(undefined).amount, 0);
  });

  it('shows known codes whose label is Unknown', () => {
    for (const code of [56, 57, 66, 67, 77, 80, 81, 82, 85, 86]) {
      assert.equal(weatherLabel(code), 'Unknown');
      assert.ok(look(code).amount > 0, `${code} falls`);
    }
    for (const code of [77, 85, 86]) assert.equal(look(code).falling, 'flakes');
    for (const code of [56, 57, 66, 67]) {
      assert.equal(look(code).falling, 'drops');
      assert.ok(look(code).frost > 0, `${code} freezes`);
    }
    assert.ok(look(82).deck < look(65).deck, 'showers leave gaps in the clouds');
  });

  it('drops more rain or snow for a stronger code', () => {
    for (const [light, middle, strong] of [
      [51, 53, 55],
      [61, 63, 65],
      [71, 73, 75],
      [80, 81, 82],
    ] as const) {
      assert.ok(look(light).amount < look(middle).amount, `${light}, ${middle}`);
      assert.ok(look(middle).amount < look(strong).amount, `${middle}, ${strong}`);
    }
  });

  it('keeps the look of a stale reading', () => {
    const state = createState();
    const { value } = weather('Snow');
    state.readings.weather.set({ state: 'stale', source: 'weather', fetchedAt: 1, cause: 'old', value });
    const air = new SceneWeather();
    const atmosphere = new Atmosphere(air, new Hour(), theme);
    atmosphere.update(state.readings.weather.get(), 0);
    assert.equal(air.precipitation, weatherLook(value));
  });

  it('is complete in the first frame, and then changes over seconds', () => {
    const state = createState();
    state.readings.weather.set(weather('Clear'));
    const air = new SceneWeather();
    const atmosphere = new Atmosphere(air, new Hour(), theme);
    atmosphere.update(state.readings.weather.get(), 0);
    assert.equal(air.cover, 0);
    state.readings.weather.set(weather('Rain'));
    atmosphere.update(state.readings.weather.get(), 0.05);
    assert.ok(air.cover > 0 && air.cover < 0.05);
    for (let i = 0; i < 600; i++) atmosphere.update(state.readings.weather.get(), 0.05);
    assert.ok(Math.abs(air.cover - look(codes.Rain).cover) < 0.01);
  });

  it('rests when the transition is complete, and follows the next change', () => {
    const state = createState();
    state.readings.weather.set(weather('Rain'));
    const air = new SceneWeather();
    const atmosphere = new Atmosphere(air, new Hour(), theme);
    for (let i = 0; i < 1200; i++) atmosphere.update(state.readings.weather.get(), 0.05);
    const { cover } = air;
    // A new reading with the same content changes nothing.
    state.readings.weather.set(weather('Rain'));
    for (let i = 0; i < 200; i++) atmosphere.update(state.readings.weather.get(), 0.05);
    assert.equal(air.cover, cover);
    state.readings.weather.set(weather('Clear'));
    for (let i = 0; i < 600; i++) atmosphere.update(state.readings.weather.get(), 0.05);
    assert.ok(air.cover < 0.01);
  });

  it('returns to the plain night when the reading fails', () => {
    const state = createState();
    state.readings.weather.set(weather('Thunderstorm'));
    const air = new SceneWeather();
    const atmosphere = new Atmosphere(air, new Hour(), theme);
    atmosphere.update(state.readings.weather.get(), 0);
    assert.equal(atmosphere.lightning, 1);
    state.readings.weather.set({ state: 'error', source: 'weather', cause: 'It answered 500.' });
    for (let i = 0; i < 900; i++) atmosphere.update(state.readings.weather.get(), 0.05);
    assert.ok(atmosphere.lightning < 0.01);
  });
});

describe('lightning', () => {
  /** Times in ten minutes at which the glow rises above half of its maximum. */
  const flashes = (strength: number): number[] => {
    const lightning = new Lightning(3);
    const times: number[] = [];
    let before = 0;
    for (let time = 0; time < 600; time += 1 / 60) {
      lightning.update(1 / 60, strength);
      if (before < 0.3 && lightning.glow >= 0.3) times.push(time);
      before = lightning.glow;
    }
    return times;
  };

  it('never flashes more than three times in any second', () => {
    const times = flashes(1);
    assert.ok(times.length > 60, 'it does flash');
    for (const [index, time] of times.entries())
      assert.ok(times.slice(index).filter((other) => other - time < 1).length <= 3);
  });

  it('does not happen without a thunderstorm', () => {
    assert.deepEqual(flashes(0), []);
  });

  it('rises from dark and sinks back to dark', () => {
    const lightning = new Lightning();
    while (lightning.count === 0) lightning.update(1 / 100, 1);
    const glows = [lightning.glow];
    for (let frame = 0; frame < 200; frame++) {
      lightning.update(1 / 100, 1);
      glows.push(lightning.glow);
    }
    assert.ok((glows[0] ?? 1) < 0.05 && (glows[158] ?? 1) < 0.05);
    assert.equal(glows[165], 0);
    assert.ok(Math.max(...glows) > 0.9);
  });
});
