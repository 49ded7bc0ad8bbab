import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';
import { MathUtils } from 'three';
import type { WeatherLook } from '../utils/weather-look.ts';
import { type EarthPoint, elevationOf, sunFrom } from '../../data/core/subsolar.ts';

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

/** 0 by day to 1 at night, for a place and a time in milliseconds since the epoch. */
export const nightAt = (place: EarthPoint, at: number): number =>
  1 - MathUtils.smoothstep(elevationOf(sunFrom(place, at)), DARK_DEGREES, SUNSET_DEGREES);

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

/** The high-pass frequency of rain: lower frequencies are hardly audible and would cover the drone. */
const RAIN_MIN_HERTZ = 700;
const RUMBLE_MAX_HERTZ = 75;
/** The second layer of wind: its frequency as a multiple of the first layer's frequency, and its gain. */
const HIGH_WIND = 2.3;
const HIGH_GAIN = 0.35;

/** Filtered noise: two layers of panning wind, rain, and a distant rumble. All nodes exist from the start. */
export class WeatherNoise {
  readonly #wind: Ramp;
  readonly #tone: Ramp;
  readonly #highTone: Ramp;
  readonly #rain: Ramp;
  readonly #rainTone: Ramp;
  readonly #rumble: Ramp;

  /** Builds all nodes with the given levels, connected to `into`. */
  constructor(nodes: Nodes, into: AudioNode, levels: WeatherNoiseLevels) {
    const wind = nodes.gain(0, into);
    this.#wind = new Ramp(wind.gain, levels.wind);

    // The lower layer of wind: gusts, a wandering filter, and a slow pan.
    const lowPlace = nodes.pan(0, wind);
    nodes.swaySteps(16, 0, 0.5, lowPlace.pan);
    const lowGust = nodes.gain(0.6, lowPlace);
    nodes.sway(19, 3, 0.3, lowGust.gain);
    nodes.sway(7.1, 1, 0.1, lowGust.gain);
    const low = nodes.filter('bandpass', 0, 0.7, lowGust);
    this.#tone = new Ramp(low.frequency, levels.windTone);
    nodes.swaySteps(13, 0, 55, low.frequency);
    nodes.noise(0.5, low).start(0, 0.4);

    // The higher layer has other periods, so that the two layers are never in step.
    const highPlace = nodes.pan(0, wind);
    nodes.swaySteps(11, 2, 0.6, highPlace.pan);
    const highGust = nodes.gain(HIGH_GAIN / 2, highPlace);
    nodes.sway(17, 1, HIGH_GAIN / 2, highGust.gain);
    const high = nodes.filter('bandpass', 0, 0.9, highGust);
    this.#highTone = new Ramp(high.frequency, levels.windTone * HIGH_WIND);
    nodes.swaySteps(9.7, 2, 110, high.frequency);
    nodes.noise(0.83, high).start(0, 2.9);

    // Rain is high-passed noise; heavier rain has a lower low-pass cutoff.
    const rain = nodes.gain(0, into);
    this.#rain = new Ramp(rain.gain, levels.rain);
    const top = nodes.filter('lowpass', 0, -3, rain);
    this.#rainTone = new Ramp(top.frequency, levels.rainTone);
    nodes.noise(1, nodes.filter('highpass', RAIN_MIN_HERTZ, -3, top)).start(0, 1.7);

    // Distant thunder: two low-pass filters in a row, slowly swelling.
    const rumble = nodes.gain(0, into);
    this.#rumble = new Ramp(rumble.gain, levels.rumble);
    const growl = nodes.gain(0.6, rumble);
    nodes.sway(12.3, 3, 0.4, growl.gain);
    nodes
      .noise(
        0.37,
        nodes.filter('lowpass', RUMBLE_MAX_HERTZ, 0, nodes.filter('lowpass', RUMBLE_MAX_HERTZ, 0, growl)),
      )
      .start(0, 3.3);
  }

  follow(levels: WeatherNoiseLevels, now: number, seconds: number): void {
    this.#wind.to(levels.wind, now, seconds);
    this.#tone.to(levels.windTone, now, seconds);
    this.#highTone.to(levels.windTone * HIGH_WIND, now, seconds);
    this.#rain.to(levels.rain, now, seconds);
    this.#rainTone.to(levels.rainTone, now, seconds);
    this.#rumble.to(levels.rumble, now, seconds);
  }
}
