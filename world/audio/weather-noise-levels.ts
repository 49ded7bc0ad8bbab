import { MathUtils } from 'three';
import type { WeatherLook } from '../utils/weather-look.ts';
import { subsolarPoint } from '../../data/core/subsolar.ts';

/** How the weather sounds: gains, and filter frequencies in hertz. */
export interface WeatherNoiseLevels {
  readonly wind: number;
  readonly windTone: number;
  readonly rain: number;
  readonly rainTone: number;
  readonly rumble: number;
}

/** The sun's elevations between which day turns to night: sunset, and the end of nautical twilight. */
const SUNSET_DEGREES = 0;
const DARK_DEGREES = -12;
/** The factors of the wind's gain and frequency at night. */
const NIGHT_WIND = 0.72;
const NIGHT_TONE = 0.85;

/** 0 by day to 1 at night, for a place in degrees and a time in milliseconds since the epoch. */
export function nightAt(latitude: number, longitude: number, at: number): number {
  const radians = Math.PI / 180;
  const sun = subsolarPoint(at);
  const height = Math.asin(
    Math.sin(latitude * radians) * Math.sin(sun.latitude * radians) +
      Math.cos(latitude * radians) *
        Math.cos(sun.latitude * radians) *
        Math.cos((longitude - sun.longitude) * radians),
  );
  return 1 - MathUtils.smoothstep(height / radians, DARK_DEGREES, SUNSET_DEGREES);
}

/**
 * The sound for a look of the sky. Faster clouds mean more wind, and heavier rain has a lower tone. Snow and
 * mist muffle the wind. A thunderstorm adds a distant rumble.
 */
export function weatherNoiseLevels(look: WeatherLook, night: number): WeatherNoiseLevels {
  const { speed, mist, amount, heavy, falling, lightning } = look;
  const muffled = Math.max(mist * 0.8, falling === 'flakes' ? amount * 0.6 : 0);
  const nightWind = 1 - (1 - NIGHT_WIND) * night;
  return {
    wind: (0.09 + 0.11 * speed) * (1 - 0.4 * muffled) * nightWind,
    windTone: (230 + 130 * speed) * (1 - 0.45 * muffled) * (1 - (1 - NIGHT_TONE) * night),
    rain: falling === 'drops' ? amount * (0.044 + 0.046 * heavy) : 0,
    rainTone: 5200 - 2600 * heavy,
    rumble: 2.4 * lightning,
  };
}
