import { type Bus, buses } from '../../data/config/settings/settings.ts';
import { gainOf } from '../../data/config/settings/volume.ts';
import { WeatherNoise } from './weather-noise.ts';
import type { WeatherNoiseLevels } from './weather-noise-levels.ts';
import { buildDrone } from './drone.ts';
import { buildLimiter } from './limiter.ts';
import { Nodes } from './nodes.ts';
import { Pad } from './pad.ts';
import { Ramp } from './ramp.ts';

/** The sliders, 0 to 1. `voice` moves nothing here: no browser lets its speech through the page's graph. */
export type Volumes = Readonly<Record<Bus, number>>;
type Channel = Exclude<Bus, 'master' | 'voice'>;

/** Of a bus: how much of it is heard at once, and how much as the echo of the place. Portals stand where they stand, and have none. */
const SENDS: Readonly<Record<Channel, { readonly dry: number; readonly wet: number }>> = {
  ambient: { dry: 0.72, wet: 0.5 },
  portals: { dry: 1, wet: 0 },
  effects: { dry: 0.85, wet: 0.4 },
};
/** What speech leaves of the ambient sound and the portals: −11 dB. */
const DUCKED = 0.28;
const DUCK_SECONDS = 0.25;
const UNDUCK_SECONDS = 0.9;
const VOLUME_SECONDS = 0.12;
/** What a sound file of the owner's leaves of drone and pad: two harmonies at once are none. */
const YIELD = 0.3;
const YIELD_SECONDS = 4;
/** Nothing that loudspeakers could give back is below this, and no offset passes. Hertz. */
const LOWEST = 22;

/**
 * Everything that sounds, in any context: ambient, portals and effects on a bus each, through the place's echo, one master, a limiter, and
 * last the fade that switches it on and off. Silent until `fade`.
 */
export class AudioGraph {
  readonly nodes: Nodes;
  /** Where portals and effects go in. */
  readonly portals: AudioNode;
  readonly effects: AudioNode;
  /** Where the owner's own sound goes in. */
  readonly file: AudioNode;
  readonly #context: BaseAudioContext;
  readonly #levels: Readonly<Record<Channel, Ramp>>;
  readonly #master: Ramp;
  readonly #ducks: readonly Ramp[];
  readonly #fade: Ramp;
  readonly #tonal: Ramp;
  readonly #air: WeatherNoise;
  readonly #pad: Pad;
  readonly #reverb: ConvolverNode;
  #volumes: Volumes;
  #ducked = false;

  constructor(context: BaseAudioContext, volumes: Volumes, air: WeatherNoiseLevels) {
    this.#context = context;
    this.#volumes = volumes;
    const nodes = new Nodes(context);
    this.nodes = nodes;
    const fade = nodes.gain(0, context.destination);
    this.#fade = new Ramp(fade.gain, 0);
    const limiter = buildLimiter(nodes, fade);
    const master = nodes.gain(0, nodes.filter('highpass', LOWEST, -3, limiter));
    this.#master = new Ramp(master.gain, gainOf(volumes.master));
    this.#reverb = nodes.keep(new ConvolverNode(context));
    this.#reverb.connect(master);

    const ducks: Ramp[] = [];
    const levels: Partial<Record<Channel, Ramp>> = {};
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
    this.#air = new WeatherNoise(nodes, ambient, air);
  }

  /** Gives the place its echo, once it is worked out. */
  echo(impulse: AudioBuffer): void {
    this.#reverb.buffer = impulse;
  }

  /** Everything, from silence (0) to as it is (1). */
  fade(to: 0 | 1, seconds: number): void {
    this.#fade.to(to, this.#context.currentTime, seconds);
  }

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

  /** Ambient sound and portals step back while somebody speaks. */
  duck(speaking: boolean): void {
    if (speaking === this.#ducked) return;
    this.#ducked = speaking;
    const now = this.#context.currentTime;
    for (let i = 0; i < this.#ducks.length; i++)
      (this.#ducks[i] as Ramp).to(speaking ? DUCKED : 1, now, speaking ? DUCK_SECONDS : UNDUCK_SECONDS);
  }

  /** Drone and pad step back behind the owner's own sound. */
  duckMusic(file: boolean): void {
    this.#tonal.to(file ? YIELD : 1, this.#context.currentTime, YIELD_SECONDS);
  }

  /** The weather, and how much night it is (0 to 1), over `seconds`. */
  follow(air: WeatherNoiseLevels, night: number, seconds: number): void {
    const now = this.#context.currentTime;
    this.#air.follow(air, now, seconds);
    this.#pad.follow(night, now, seconds);
  }

  dispose(): void {
    this.nodes.dispose();
  }
}
