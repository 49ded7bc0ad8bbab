import { DAY_MS } from './time.ts';

/** Degrees, north and east positive. */
export interface EarthPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** 2000-01-01 12:00 UTC. */
const J2000_MS = 946_728_000_000;
const DEGREE = Math.PI / 180;

/** Normalises an angle to the range from −180 to 180. */
export const halfTurn = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/**
 * The subsolar point at a time (milliseconds since the epoch), to about 0.01° between 1950 and 2050: "Low
 * precision formulas for the Sun's coordinates and the equation of time", The Astronomical Almanac, section
 * C.
 */
export function subsolarPoint(at: number): EarthPoint {
  const days = (at - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.985_647_4 * days;
  const anomaly = (357.528 + 0.985_600_3 * days) * DEGREE;
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREE;
  const obliquity = (23.439 - 0.000_000_4 * days) * DEGREE;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / DEGREE;
  const equationOfTime = halfTurn(meanLongitude - ascension);
  // J2000 is at noon, so whole days do not change the hour angle at Greenwich.
  return {
    latitude: Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)) / DEGREE,
    longitude: halfTurn(-(days - Math.floor(days)) * 360 - equationOfTime),
  };
}

/** The direction of the sun from a point on the Earth, as a unit vector. */
interface SunDirection {
  readonly up: number;
  readonly west: number;
  readonly south: number;
}

/** Where the sun is for a point on the Earth at a time (milliseconds since the epoch). */
export function sunFrom({ latitude, longitude }: EarthPoint, at: number): SunDirection {
  const sun = subsolarPoint(at);
  const hourAngle = (longitude - sun.longitude) * DEGREE;
  const [north, declination] = [latitude * DEGREE, sun.latitude * DEGREE];
  const [flat, tall] = [Math.cos(declination), Math.sin(declination)];
  return {
    up: Math.sin(north) * tall + Math.cos(north) * flat * Math.cos(hourAngle),
    west: flat * Math.sin(hourAngle),
    south: Math.sin(north) * flat * Math.cos(hourAngle) - Math.cos(north) * tall,
  };
}

/** The elevation of the sun in degrees, from the upward part of its direction. */
export const elevationOf = ({ up }: SunDirection): number =>
  Math.asin(Math.min(1, Math.max(-1, up))) / DEGREE;
