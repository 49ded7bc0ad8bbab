import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { Weather } from '../records.ts';
import { sourceNames } from '../labels.ts';
import { weatherLabel } from '../weather-label.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source, SourceError } from './source.ts';

/** A missing value comes as null with status 200; two coordinates would make the answer an array. */
const forecast = v.object({
  current: v.object({
    temperature_2m: v.nullable(v.pipe(v.number(), v.finite())),
    weather_code: v.nullable(v.pipe(v.number(), v.integer())),
  }),
});

const url = ({ weather }: Config): string =>
  `${weather.url.replace(/\/+$/, '')}/v1/forecast?latitude=${weather.latitude}&longitude=${weather.longitude}` +
  '&current=temperature_2m,weather_code&temperature_unit=fahrenheit&forecast_days=1';

/** `{weather_url}/v1/forecast` (specification 4.B); the model behind it moves every 15 minutes. */
export const weather: Source<Weather> = {
  name: 'weather',
  intervalSeconds: 600,
  timeoutSeconds: 15,
  label: (config) => sourceNames(config).weather,
  url,
  read: (io, config, signal) =>
    getJson<typeof forecast, Outcome<Weather>>(io, {
      url: url(config),
      signal,
      schema: forecast,
      what: 'a forecast',
      maxBytes: 100_000,
      convert: ({ current: { temperature_2m, weather_code } }) => {
        if (temperature_2m === null || weather_code === null)
          throw new SourceError('the forecast has no value for this place just now');
        return {
          kind: 'value',
          value: { temperatureF: temperature_2m, code: weather_code, label: weatherLabel(weather_code) },
        };
      },
    }),
  target: (state) => state.readings.weather,
};
