import { Color } from 'three';
import { shown } from '../../data/reading.ts';
import type { WeatherLabel } from '../../data/records.ts';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';

/** How one kind of weather looks. All but `speed` and `fog` from 0 to 1. */
export interface WeatherLook {
  /** How much of the sky is covered: hides stars, raises the sea of clouds. */
  readonly cover: number;
  /** How far colours turn grey. */
  readonly grey: number;
  /** Strength of the glow along the horizon, 1 on a clear night. */
  readonly glow: number;
  /** How fast the clouds drift, 1 on a clear night. */
  readonly speed: number;
  /** Thickness of the air, 1 on a clear night. */
  readonly fog: number;
  readonly lightning: number;
}

/** Without a reading the night is plain: slightly veiled, and claims nothing. */
const plain: WeatherLook = { cover: 0.15, grey: 0.1, glow: 0.95, speed: 1, fog: 1.1, lightning: 0 };

const looks: Readonly<Record<WeatherLabel, WeatherLook>> = {
  Clear: { cover: 0, grey: 0, glow: 1, speed: 0.8, fog: 1, lightning: 0 },
  'Partly Cloudy': { cover: 0.35, grey: 0.12, glow: 1, speed: 1.2, fog: 1.1, lightning: 0 },
  Foggy: { cover: 0.7, grey: 0.6, glow: 1.1, speed: 0.4, fog: 2.4, lightning: 0 },
  Drizzle: { cover: 0.7, grey: 0.45, glow: 0.85, speed: 1.4, fog: 1.5, lightning: 0 },
  Rain: { cover: 0.85, grey: 0.5, glow: 0.75, speed: 1.9, fog: 1.7, lightning: 0 },
  Snow: { cover: 0.75, grey: 0.55, glow: 1.15, speed: 0.7, fog: 1.8, lightning: 0 },
  Thunderstorm: { cover: 0.95, grey: 0.4, glow: 0.7, speed: 2.4, fog: 1.6, lightning: 1 },
  Unknown: plain,
};

export const weatherLook = (label: WeatherLabel | undefined): WeatherLook =>
  label === undefined ? plain : looks[label];

/** Seconds in which the air changes two thirds of the way to new weather. */
const EASE_SECONDS = 4;
/** Rec. 709 luminance of a linear colour. */
const luminance = ({ r, g, b }: Color): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/**
 * The air as the weather reading says, eased so that new weather comes over seconds. Each module of the terrain keeps its own
 * (a handful of numbers), so that any of them can be taken out of the world.
 */
export class Atmosphere {
  readonly zenith = new Color();
  readonly horizon = new Color();
  readonly cloud = new Color();
  /** How fast clouds drift. */
  speed = plain.speed;
  cover = plain.cover;
  lightning = plain.lightning;
  fog = plain.fog;
  #grey = plain.grey;
  #glow = plain.glow;
  #settled = false;
  readonly #zenith: Color;
  readonly #horizon: Color;
  readonly #cloud: Color;

  constructor(theme: Theme) {
    this.#zenith = new Color(theme.colors.skyZenith);
    this.#horizon = new Color(theme.colors.skyHorizon);
    this.#cloud = new Color(theme.colors.cloudSea);
  }

  update(state: State, delta: number): void {
    const look = weatherLook(shown(state.readings.weather.get())?.label);
    // The first look is there at once; a visitor does not watch the weather being made.
    const rate = this.#settled ? 1 - Math.exp(-delta / EASE_SECONDS) : 1;
    this.#settled = true;
    this.cover += (look.cover - this.cover) * rate;
    this.lightning += (look.lightning - this.lightning) * rate;
    this.fog += (look.fog - this.fog) * rate;
    this.#grey += (look.grey - this.#grey) * rate;
    this.#glow += (look.glow - this.#glow) * rate;
    this.speed += (look.speed - this.speed) * rate;
    this.#mix(this.zenith, this.#zenith, 1 + this.cover * 1.2);
    this.#mix(this.horizon, this.#horizon, this.#glow);
    this.#mix(this.cloud, this.#cloud, 0.45 + 0.55 * this.#glow);
  }

  #mix(target: Color, from: Color, strength: number): void {
    const grey = luminance(from);
    target.setRGB(
      (from.r + (grey - from.r) * this.#grey) * strength,
      (from.g + (grey - from.g) * this.#grey) * strength,
      (from.b + (grey - from.b) * this.#grey) * strength,
    );
  }
}
