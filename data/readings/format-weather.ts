import type { ReadingConfig } from '../config/reading-config.ts';
import { fieldText } from './format.ts';
import type { Reading } from './reading.ts';
import type { Weather } from './records.ts';

/** For example `71.7°F Clear` or `22.1°C Clear`. */
export const weatherText = (reading: Reading<Weather>, inCelsius = false): string =>
  fieldText(
    reading,
    ({ temperatureF, label }) =>
      `${inCelsius ? `${(((temperatureF - 32) * 5) / 9).toFixed(1)}°C` : `${temperatureF}°F`} ${label}`,
  );

type Place = Omit<ReadingConfig['weather'], 'url'>;

/** The owner's name for the place, or its coordinates: `51.48° N, 0.00° E`. */
export const placeText = ({ latitude, longitude, place }: Place): string => {
  if (place) return place;
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}`;
  const east = `${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`;
  return `${north}, ${east}`;
};

/** The time and day at a place: `14:05` and `Friday 1 May`; undefined without a time zone. */
export const localTimeOf = (
  { timeZone }: Place,
  now: number,
): { readonly clock: string; readonly day: string } | undefined => {
  if (!timeZone) return undefined;
  const date = new Date(now);
  return {
    clock: date.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
    day: date.toLocaleDateString('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
  };
};
