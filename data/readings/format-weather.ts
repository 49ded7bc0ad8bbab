import { fieldText } from './format.ts';
import type { Reading } from './reading.ts';
import type { Weather } from './records.ts';

/** `71.7°F Clear`, or `22.1°C Clear` */
export const weatherText = (reading: Reading<Weather>, inCelsius = false): string =>
  fieldText(
    reading,
    ({ temperatureF, label }) =>
      `${inCelsius ? `${(((temperatureF - 32) * 5) / 9).toFixed(1)}°C` : `${temperatureF}°F`} ${label}`,
  );

/** `51.48° N, 0.00° E` */
export const placeText = (place: { readonly latitude: number; readonly longitude: number }): string => {
  const { latitude, longitude } = place;
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}`;
  const east = `${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`;
  return `${north}, ${east}`;
};
