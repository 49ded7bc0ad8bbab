import { Color } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Weather } from '../../../data/readings/records.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { SceneWeather } from '../../core/scene/weather.ts';
import { type WeatherLook, weatherLook } from '../../utils/weather-look.ts';
import type { Hour } from './hour.ts';

/** The time constant of a change of weather. */
const EASE_SECONDS = 4;
/** After this time a thousandth of the change remains, which is invisible, so nothing is computed. */
const SETTLED_SECONDS = EASE_SECONDS * 7;
/** The share of the horizon's glow in the fog colour, without and with mist. */
const FOG_OF_HORIZON = 0.42;
const MIST_OF_HORIZON = 0.72;
/** A smaller share of snow or ice is not shown. */
const MIN_FROST = 0.02;
/** The wetness of the ground relative to the rain. */
const WET_SHARE = 1.2;
/** The shares of sunlight that closed clouds and thick mist remove. */
const CLOUDS_TAKE = 0.82;
const MIST_TAKES = 0.6;
/** Rec. 709 luminance of a linear colour. */
const luminance = ({ r, g, b }: Color): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Eases `SceneWeather` towards the weather reading, with the light of the hour. */
export class Atmosphere {
  readonly #weather: SceneWeather;
  readonly #hour: Hour;
  #frost = 0;
  /** Eased values for internal use. */
  #grey = 0;
  #glow = 1;
  #lightning = 0;
  #look: WeatherLook = weatherLook(undefined);
  #reading: Reading<Weather> | undefined;
  #secondsSinceChange = 0;
  readonly #night: Color;

  constructor(weather: SceneWeather, hour: Hour, theme: Theme) {
    this.#weather = weather;
    this.#hour = hour;
    this.#night = new Color(theme.colors.background);
  }

  /** Strength of lightning, 0 to 1. */
  get lightning(): number {
    return this.#lightning;
  }

  update(reading: Reading<Weather>, delta: number): void {
    if (reading !== this.#reading && this.#startChange(reading)) return;
    if (this.#secondsSinceChange > SETTLED_SECONDS) return;
    this.#secondsSinceChange += delta;
    this.#approach(1 - Math.exp(-delta / EASE_SECONDS));
  }

  /** Follows a new reading. Returns true for the first reading, which is shown immediately. */
  #startChange(reading: Reading<Weather>): boolean {
    const first = this.#reading === undefined;
    this.#reading = reading;
    const look = weatherLook(currentValue(reading));
    if (look !== this.#look) this.#secondsSinceChange = 0;
    this.#look = look;
    this.#weather.precipitation = look;
    if (first) this.#approach(1);
    return first;
  }

  /** Moves every value by `rate` of the way to the present look. */
  #approach(rate: number): void {
    const look = this.#look;
    const weather = this.#weather;
    const { deck } = weather;
    weather.cover += (look.cover - weather.cover) * rate;
    deck.x += (look.deck - deck.x) * rate;
    deck.y += (look.dark - deck.y) * rate;
    weather.windSpeed += (look.speed - weather.windSpeed) * rate;
    weather.fogDensity += (look.fog - weather.fogDensity) * rate;
    weather.mist += (look.mist - weather.mist) * rate;
    this.#lightning += (look.lightning - this.#lightning) * rate;
    this.#frost += (look.frost - this.#frost) * rate;
    const wet = look.falling === 'drops' ? Math.min(1, look.amount * WET_SHARE) : 0;
    weather.wet.value += (wet - weather.wet.value) * rate;
    weather.lyingSnow.value = this.#frost > MIN_FROST ? this.#frost : 0;
    this.#grey += (look.grey - this.#grey) * rate;
    this.#glow += (look.glow - this.#glow) * rate;
    this.mixColors();
  }

  /** Computes the colours from the eased values and the hour. It must not allocate memory. */
  mixColors(): void {
    const { horizon, zenith, cloud, fog, sunLight, cover, deck, mist } = this.#weather;
    const hour = this.#hour;
    this.#mix(horizon, hour.horizon, this.#glow);
    this.#mix(zenith, hour.zenith, 1 + cover * 1.2);
    this.#mix(cloud, hour.sea, (0.45 + 0.55 * this.#glow) * (1 - 0.55 * deck.y));
    this.#mix(sunLight, hour.sun, (1 - CLOUDS_TAKE * cover) * (1 - MIST_TAKES * mist));
    fog.copy(this.#night).lerp(horizon, FOG_OF_HORIZON + (MIST_OF_HORIZON - FOG_OF_HORIZON) * mist);
    // In mist the sky is one pale grey from the ground to high above: the colour of the fog.
    zenith.lerp(fog, mist * 0.72);
    horizon.multiplyScalar(1 - mist * 0.62);
  }

  /** Sets `target` to `from`, partly desaturated. */
  #mix(target: Color, from: Color, strength: number): void {
    const grey = luminance(from);
    target.setRGB(
      (from.r + (grey - from.r) * this.#grey) * strength,
      (from.g + (grey - from.g) * this.#grey) * strength,
      (from.b + (grey - from.b) * this.#grey) * strength,
    );
  }
}
