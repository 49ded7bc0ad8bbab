import type { SkyHour } from '../../data/config/config.ts';
import { halfTurn, subsolarPoint } from '../../data/core/subsolar.ts';
import { sunOver } from '../../world/terrain/weather/hour.ts';

/** Elevations of the sun in degrees. `evening` distinguishes the two hours with the same elevation. */
const hours = {
  midnight: { elevation: -90, evening: true },
  dawn: { elevation: -3, evening: false },
  noon: { elevation: 90, evening: true },
  dusk: { elevation: -3, evening: true },
} as const satisfies Readonly<Record<SkyHour, object>>;

/** Between the tropics and the polar circle a place has all four hours, all year. */
const LATITUDE = 40;
const STEP_DEGREES = 0.25;

/** A place where it is this hour at a time (in milliseconds), so that pictures do not depend on the clock. */
export function placeAt(hour: SkyHour, at: number): { latitude: number; longitude: number } {
  const { elevation, evening } = hours[hour];
  const noon = subsolarPoint(at).longitude;
  const places = Array.from({ length: 180 / STEP_DEGREES + 1 }, (_unused, i) => ({
    latitude: LATITUDE,
    longitude: halfTurn(noon + (evening ? 1 : -1) * i * STEP_DEGREES),
  }));
  const away = (place: (typeof places)[number]): number => Math.abs(sunOver(at, place).elevation - elevation);
  return places.reduce((best, place) => (away(place) < away(best) ? place : best));
}
