import { Color } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Weather } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { type WeatherLook, weatherLook } from './weather-look.ts';

/** Seconds in which the air changes two thirds of the way to new weather. */
const EASE_SECONDS = 4;
/** A thousandth of the change is left then, less than one step of a screen’s colours: nothing needs to be worked out any more. */
const SETTLED_SECONDS = EASE_SECONDS * 7;
/** What fades, fades towards the glow it stands in front of, not into a hole; in mist, into the mist. */
const FOG_OF_HORIZON = 0.42;
const MIST_OF_HORIZON = 0.72;
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
  /** What distance fades into. */
  readonly fade = new Color();
  cover = 0;
  deck = 0;
  dark = 0;
  /** How fast clouds drift. */
  speed = 1;
  fog = 1;
  mist = 0;
  lightning = 0;
  frost = 0;
  #grey = 0;
  #glow = 1;
  #look: WeatherLook = weatherLook(undefined);
  #reading: Reading<Weather> | undefined;
  /** Seconds since the weather last changed. */
  #since = 0;
  readonly #night: Color;
  readonly #zenith: Color;
  readonly #horizon: Color;
  readonly #cloud: Color;

  constructor(theme: Theme) {
    this.#night = new Color(theme.colors.background);
    this.#zenith = new Color(theme.colors.skyZenith);
    this.#horizon = new Color(theme.colors.skyHorizon);
    this.#cloud = new Color(theme.colors.cloudSea);
  }

  /** What the present reading looks like, before any easing. */
  get look(): WeatherLook {
    return this.#look;
  }

  update(state: State, delta: number): void {
    const reading = state.readings.weather.get();
    if (reading !== this.#reading && this.#turn(reading)) return;
    if (this.#since > SETTLED_SECONDS) return;
    this.#since += delta;
    this.#approach(1 - Math.exp(-delta / EASE_SECONDS));
  }

  /** The first look is there at once (true): a visitor does not watch the weather being made. */
  #turn(reading: Reading<Weather>): boolean {
    const first = this.#reading === undefined;
    this.#reading = reading;
    const look = weatherLook(currentValue(reading));
    if (look !== this.#look) this.#since = 0;
    this.#look = look;
    if (first) this.#approach(1);
    return first;
  }

  #approach(rate: number): void {
    const look = this.#look;
    this.cover += (look.cover - this.cover) * rate;
    this.deck += (look.deck - this.deck) * rate;
    this.dark += (look.dark - this.dark) * rate;
    this.speed += (look.speed - this.speed) * rate;
    this.fog += (look.fog - this.fog) * rate;
    this.mist += (look.mist - this.mist) * rate;
    this.lightning += (look.lightning - this.lightning) * rate;
    this.frost += (look.frost - this.frost) * rate;
    this.#grey += (look.grey - this.#grey) * rate;
    this.#glow += (look.glow - this.#glow) * rate;
    this.#mix(this.horizon, this.#horizon, this.#glow);
    this.#mix(this.zenith, this.#zenith, 1 + this.cover * 1.2);
    this.#mix(this.cloud, this.#cloud, (0.45 + 0.55 * this.#glow) * (1 - 0.55 * this.dark));
    this.fade
      .copy(this.#night)
      .lerp(this.horizon, FOG_OF_HORIZON + (MIST_OF_HORIZON - FOG_OF_HORIZON) * this.mist);
    // In mist the sky is one pale grey from the ground to high above, that of the fog.
    this.zenith.lerp(this.fade, this.mist * 0.72);
    this.horizon.multiplyScalar(1 - this.mist * 0.62);
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
