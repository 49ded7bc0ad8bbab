import { type Bus, buses } from '../../data/config/settings/settings.ts';
import { gainOf } from '../../data/config/settings/audio.ts';
import { WeatherNoise, type WeatherNoiseLevels } from './weather-noise.ts';
import { buildDrone } from './drone.ts';
import { buildLimiter } from './limiter.ts';
import { Nodes } from './nodes.ts';
import { Pad } from './pad.ts';
import { Ramp } from './ramp.ts';

/**
 * The slider values, 0 to 1. `voice` has no effect here: no browser routes speech through the page's graph.
 */
export type Volumes = Readonly<Record<Bus, number>>;
type Channel = Exclude<Bus, 'master' | 'voice'>;

/**
 * Gains of a bus: directly to the master (`dry`), and through the reverb (`wet`). Portals use no reverb,
 * because their sound has a direction.
 */
const SENDS: Readonly<Record<Channel, { readonly dry: number; readonly wet: number }>> = {
  ambient: { dry: 0.72, wet: 0.5 },
  portals: { dry: 1, wet: 0 },
  effects: { dry: 0.85, wet: 0.4 },
};
/** Gain of ambient sound and portals while the narrator speaks: −11 dB. */
const DUCKED = 0.28;
const DUCK_SECONDS = 0.25;
const UNDUCK_SECONDS = 0.9;
const VOLUME_SECONDS = 0.12;
/**
 * Gain of drone and pad while the owner's `ambient.mp3` plays: two harmonies at once would clash.
 */
const DUCKED_MUSIC = 0.3;
const DUCK_MUSIC_SECONDS = 4;
/**
 * The cutoff of the high-pass filter: loudspeakers play nothing below it. The filter also removes any
 * constant offset.
 */
const MIN_HERTZ = 22;

/**
 * The audio graph of any context: buses for ambient, portals and effects, then the reverb, a master gain, a
 * limiter, and a fade that switches the sound on and off. Silent until `fade`.
 */
export class AudioGraph {
  readonly nodes: Nodes;
  /** The inputs for portals and effects. */
  readonly portals: AudioNode;
  readonly effects: AudioNode;
  /** The input for the owner's own file. */
  readonly file: AudioNode;
  readonly #context: BaseAudioContext;
  /** Gains of the three buses, set by the sliders. */
  readonly #levels: Readonly<Record<Channel, Ramp>>;
  readonly #master: Ramp;
  /** Gains of ambient and portals, lowered while the narrator speaks. */
  readonly #ducks: readonly Ramp[];
  readonly #fade: Ramp;
  /** Gain of drone and pad, lowered while the owner's file plays. */
  readonly #tonal: Ramp;
  readonly #weatherNoise: WeatherNoise;
  readonly #pad: Pad;
  readonly #reverb: ConvolverNode;
  #volumes: Volumes;
  #ducked = false;

  constructor(context: BaseAudioContext, volumes: Volumes, weatherNoise: WeatherNoiseLevels) {
    this.#context = context;
    this.#volumes = volumes;
    const nodes = new Nodes(context);
    this.nodes = nodes;
    const fade = nodes.gain(0, context.destination);
    this.#fade = new Ramp(fade.gain, 0);
    const limiter = buildLimiter(nodes, fade);
    const master = nodes.gain(0, nodes.filter('highpass', MIN_HERTZ, -3, limiter));
    this.#master = new Ramp(master.gain, gainOf(volumes.master));
    this.#reverb = nodes.keep(new ConvolverNode(context));
    this.#reverb.connect(master);

    const ducks: Ramp[] = [];
    const levels: Partial<Record<Channel, Ramp>> = {};
    // Creates a bus and returns its input: a duck if `ducked`, then the slider's level, then the sends.
    const channel = (name: Channel, ducked: boolean): AudioNode => {
      const { dry, wet } = SENDS[name];
      const out = nodes.gain(dry, master);
      const level = nodes.gain(0, out);
      if (wet > 0) level.connect(nodes.gain(wet, this.#reverb));
      levels[name] = new Ramp(level.gain, gainOf(volumes[name]));
      if (!ducked) return level;
      const duck = nodes.gain(1, level);
      ducks.push(new Ramp(duck.gain, 1));
      return duck;
    };
    const ambient = channel('ambient', true);
    this.portals = channel('portals', true);
    this.effects = channel('effects', false);
    this.#ducks = ducks;
    this.#levels = levels as Record<Channel, Ramp>;
    this.file = nodes.gain(1, ambient);

    const tonal = nodes.gain(1, ambient);
    this.#tonal = new Ramp(tonal.gain, 1);
    buildDrone(nodes, tonal);
    this.#pad = new Pad(nodes, tonal);
    this.#weatherNoise = new WeatherNoise(nodes, ambient, weatherNoise);
  }

  /** Sets the reverb, once its impulse response is computed. */
  setReverb(impulse: AudioBuffer): void {
    this.#reverb.buffer = impulse;
  }

  /** Fades everything to silence (0) or in (1). */
  fade(to: 0 | 1, seconds: number): void {
    this.#fade.to(to, this.#context.currentTime, seconds);
  }

  /** Follows the sliders; does nothing while `volumes` is the same object. */
  setVolumes(volumes: Volumes): void {
    if (volumes === this.#volumes) return;
    this.#volumes = volumes;
    const now = this.#context.currentTime;
    for (const bus of buses) {
      if (bus === 'voice') continue;
      const level = bus === 'master' ? this.#master : this.#levels[bus];
      level.to(gainOf(volumes[bus]), now, VOLUME_SECONDS);
    }
  }

  /** Makes ambient sound and portals quieter while the narrator speaks. */
  duck(speaking: boolean): void {
    if (speaking === this.#ducked) return;
    this.#ducked = speaking;
    const now = this.#context.currentTime;
    for (const ramp of this.#ducks)
      ramp.to(speaking ? DUCKED : 1, now, speaking ? DUCK_SECONDS : UNDUCK_SECONDS);
  }

  /** Makes drone and pad quieter while the owner's file plays. */
  duckMusic(isFilePlaying: boolean): void {
    this.#tonal.to(isFilePlaying ? DUCKED_MUSIC : 1, this.#context.currentTime, DUCK_MUSIC_SECONDS);
  }

  /** Follows the weather and the night (0 by day to 1) over `seconds`. */
  follow(weatherNoise: WeatherNoiseLevels, night: number, seconds: number): void {
    const now = this.#context.currentTime;
    this.#weatherNoise.follow(weatherNoise, now, seconds);
    this.#pad.follow(night, now, seconds);
  }

  dispose(): void {
    this.nodes.dispose();
  }
}
