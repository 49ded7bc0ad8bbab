import type { WeatherNoiseLevels } from './weather-noise-levels.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

/** Below this, rain is felt rather than heard, and would cover the drone. Hertz. */
const RAIN_FROM = 700;
const RUMBLE_TO = 75;
/** Tone of the second, thinner wind, of the first one's. */
const HIGH_WIND = 2.3;
const HIGH_SHARE = 0.35;

/** Filtered noise: wind in two layers that wander to and fro, rain, and what growls far away. All of it is there from the start, silent. */
export class WeatherNoise {
  readonly #wind: Ramp;
  readonly #tone: Ramp;
  readonly #highTone: Ramp;
  readonly #rain: Ramp;
  readonly #rainTone: Ramp;
  readonly #rumble: Ramp;

  constructor(nodes: Nodes, into: AudioNode, sound: WeatherNoiseLevels) {
    const wind = nodes.gain(0, into);
    this.#wind = new Ramp(wind.gain, sound.wind);

    const lowPlace = nodes.pan(0, wind);
    nodes.swaySteps(16, 0, 0.5, lowPlace.pan);
    const lowGust = nodes.gain(0.6, lowPlace);
    nodes.sway(19, 3, 0.3, lowGust.gain);
    nodes.sway(7.1, 1, 0.1, lowGust.gain);
    const low = nodes.filter('bandpass', 0, 0.7, lowGust);
    this.#tone = new Ramp(low.frequency, sound.windTone);
    nodes.swaySteps(13, 0, 55, low.frequency);
    nodes.noise(0.5, low).start(0, 0.4);

    const highPlace = nodes.pan(0, wind);
    nodes.swaySteps(11, 2, 0.6, highPlace.pan);
    const highGust = nodes.gain(HIGH_SHARE / 2, highPlace);
    nodes.sway(17, 1, HIGH_SHARE / 2, highGust.gain);
    const high = nodes.filter('bandpass', 0, 0.9, highGust);
    this.#highTone = new Ramp(high.frequency, sound.windTone * HIGH_WIND);
    nodes.swaySteps(9.7, 2, 110, high.frequency);
    nodes.noise(0.83, high).start(0, 2.9);

    const rain = nodes.gain(0, into);
    this.#rain = new Ramp(rain.gain, sound.rain);
    const top = nodes.filter('lowpass', 0, -3, rain);
    this.#rainTone = new Ramp(top.frequency, sound.rainTone);
    nodes.noise(1, nodes.filter('highpass', RAIN_FROM, -3, top)).start(0, 1.7);

    const rumble = nodes.gain(0, into);
    this.#rumble = new Ramp(rumble.gain, sound.rumble);
    const growl = nodes.gain(0.6, rumble);
    nodes.sway(12.3, 3, 0.4, growl.gain);
    nodes
      .noise(0.37, nodes.filter('lowpass', RUMBLE_TO, 0, nodes.filter('lowpass', RUMBLE_TO, 0, growl)))
      .start(0, 3.3);
  }

  /** New weather comes over `seconds`. */
  follow(sound: WeatherNoiseLevels, now: number, seconds: number): void {
    this.#wind.to(sound.wind, now, seconds);
    this.#tone.to(sound.windTone, now, seconds);
    this.#highTone.to(sound.windTone * HIGH_WIND, now, seconds);
    this.#rain.to(sound.rain, now, seconds);
    this.#rainTone.to(sound.rainTone, now, seconds);
    this.#rumble.to(sound.rumble, now, seconds);
  }
}
