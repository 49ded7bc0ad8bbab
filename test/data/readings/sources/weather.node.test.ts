import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weather } from '../../../../data/readings/sources/weather.ts';
import { weatherLabel } from '../../../../data/readings/weather-label.ts';
import { recorded } from '../../../helpers/recorded.ts';
import { causeOf, outcomeOf, recordedUpstreams, valueOf } from '../../../helpers/sources.ts';

const { upstreams, config } = recordedUpstreams();

test('reads temperature, code and label of the weather', async () => {
  assert.deepEqual(await valueOf(weather, config), { temperatureF: 71.7, code: 1, label: 'Clear' });
  assert.equal(
    upstreams.weather.seen.at(-1)?.url,
    '/v1/forecast?latitude=32.4&longitude=-96.8&current=temperature_2m,weather_code&temperature_unit=fahrenheit&forecast_days=1',
  );
});

test('reports every recorded weather failure with a cause', async () => {
  const failures = recorded<{ status: number; text: string }[]>('openmeteo/errors.json');
  for (const { status, text } of failures) {
    upstreams.weather.mode = { status, body: text };
    const cause = await causeOf(outcomeOf(weather, config));
    const reason = status === 200 ? undefined : (JSON.parse(text) as { reason: string }).reason;
    assert.ok(reason === undefined || cause.endsWith(reason), cause);
  }
  assert.ok(failures.length >= 10);
});

test('refuses a forecast for several places', async () => {
  const one: unknown = recorded('openmeteo/forecast-waxahachie.json');
  upstreams.weather.mode = { body: JSON.stringify([one, one]) };
  assert.match(await causeOf(outcomeOf(weather, config)), /is not a forecast/);
});

test('reads real forecasts; one without a weather code is an error', async () => {
  const samples = recorded<{ body: { current: Record<string, unknown> } }[]>('openmeteo/samples.json');
  for (const { body } of samples) {
    upstreams.weather.mode = { body: JSON.stringify(body) };
    const { temperature_2m, weather_code } = body.current;
    if (weather_code === undefined) await causeOf(outcomeOf(weather, config));
    else assert.equal((await valueOf(weather, config)).temperatureF, temperature_2m);
  }
});

test('labels every code of the server as the specification says', () => {
  for (const { code, specLabel } of recorded<{ code: number; specLabel: string }[]>(
    'openmeteo/wmo-codes.json',
  ))
    assert.equal(weatherLabel(code), specLabel, `code ${code}`);
  for (const code of [-1, 4, 44, 49, 56, 60, 66, 76, 94, 100, 1.5])
    assert.equal(weatherLabel(code), 'Unknown');
});
