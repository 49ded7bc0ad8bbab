import * as v from 'valibot';
import { RequestError } from '../../core/http.ts';
import { number } from '../schemas/bounds.ts';
import { weatherLabel } from '../weather-label.ts';
import { jsonSource } from './source.ts';

/** With status 200, a missing value is null; a request for two coordinates would return an array. */
const forecast = v.object({
  current: v.object({
    temperature_2m: v.nullable(number),
    weather_code: v.nullable(v.pipe(v.number(), v.integer())),
  }),
});

/** `{weather_url}/v1/forecast` (specification 4.B); its weather model is updated every 15 minutes. */
export const weather = jsonSource({
  name: 'weather',
  url: ({ weather: { url, latitude, longitude } }) =>
    url &&
    `${url.replace(/\/+$/, '')}/v1/forecast?latitude=${latitude}&longitude=${longitude}` +
      '&current=temperature_2m,weather_code&temperature_unit=fahrenheit&forecast_days=1',
  everySeconds: 600,
  timeoutSeconds: 15,
  schema: forecast,
  what: 'a forecast',
  maxBytes: 100_000,
  convert({ current: { temperature_2m, weather_code } }) {
    if (temperature_2m === null || weather_code === null)
      throw new RequestError('the forecast has no value for this place just now');
    return {
      kind: 'value',
      value: { temperatureF: temperature_2m, code: weather_code, label: weatherLabel(weather_code) },
    };
  },
});
