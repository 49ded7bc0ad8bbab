import type { WeatherLabel } from './records.ts';

/** The first and last WMO code of each label, as in specification 2.7. */
const ranges: readonly (readonly [first: number, last: number, label: WeatherLabel])[] = [
  [0, 1, 'Clear'],
  [2, 3, 'Partly Cloudy'],
  [45, 48, 'Foggy'],
  [51, 55, 'Drizzle'],
  [61, 65, 'Rain'],
  [71, 75, 'Snow'],
  [95, 99, 'Thunderstorm'],
];

/** The label of a WMO code (specification 2.7); `Unknown` for showers (80–82) and other codes. */
export const weatherLabel = (code: number): WeatherLabel =>
  ranges.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'Unknown';
