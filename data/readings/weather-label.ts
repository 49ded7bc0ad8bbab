import type { WeatherLabel } from './records.ts';

/** First and last WMO code of each label, exactly as specification 2.7 draws the lines. */
const ranges: readonly (readonly [first: number, last: number, label: WeatherLabel])[] = [
  [0, 1, 'Clear'],
  [2, 3, 'Partly Cloudy'],
  [45, 48, 'Foggy'],
  [51, 55, 'Drizzle'],
  [61, 65, 'Rain'],
  [71, 75, 'Snow'],
  [95, 99, 'Thunderstorm'],
];

/** The label of a WMO code (specification 2.7): `Unknown` for showers (80–82) and others. */
export const weatherLabel = (code: number): WeatherLabel =>
  ranges.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'Unknown';
