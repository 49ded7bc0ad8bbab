import { droneFrequency } from './harmony.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';

/** A portal as it is heard. Metres. */
export interface DronePlace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Its place in the registry: which note it hums. */
  readonly index: number;
  /** 0 to 1; 0 is silent. */
  readonly level: number;
}

/** Specification 6.4. */
export const DRONE_PANNER = {
  panningModel: 'HRTF',
  distanceModel: 'inverse',
  refDistance: 5,
  maxDistance: 80,
  rolloffFactor: 1,
} as const satisfies PannerOptions;

/** So many portals are heard at once, the nearest: each costs the audio thread a convolution. */
export const MAX_DRONES = 6;
/** Partials, for small loudspeakers, and for the ear that wants to know where the sound is. */
const PARTIALS = [1, 0.5, 0.38, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035];
const GAIN = 0.11;
/** Every hum swells in a time of its own, by this share. Seconds. */
const SWELL = { share: 0.3, least: 8.3, more: 2.1 } as const;
const FADE_SECONDS = 0.8;
/** The nearest are looked for this often. Seconds. */
const LOOK_SECONDS = 0.5;

const squared = (place: DronePlace, x: number, y: number, z: number): number =>
  (place.x - x) ** 2 + (place.y - y) ** 2 + (place.z - z) ** 2;

const isSame = (one: DronePlace, other: DronePlace): boolean =>
  one.id === other.id &&
  one.index === other.index &&
  one.level === other.level &&
  squared(one, other.x, other.y, other.z) === 0;

/** One oscillator and its panner; connected only while a portal is assigned to it. */
class PortalDrone {
  place: DronePlace | undefined;
  /** Of the context: from then on it is silent and free. */
  freeAt = 0;
  readonly #tone: OscillatorNode;
  readonly #level: Ramp;
  readonly #gain: GainNode;
  readonly #panner: PannerNode;
  #wired = false;

  constructor(nodes: Nodes, into: AudioNode, index: number) {
    this.#panner = nodes.keep(new PannerNode(nodes.context, DRONE_PANNER));
    this.#panner.connect(into);
    this.#gain = nodes.keep(new GainNode(nodes.context));
    this.#level = new Ramp(this.#gain.gain, 0);
    const swell = nodes.gain(1 - SWELL.share, this.#gain);
    nodes.sway(SWELL.least + SWELL.more * index, (index % 4) as 0 | 1 | 2 | 3, SWELL.share, swell.gain);
    this.#tone = nodes.tone(droneFrequency(index), PARTIALS, swell);
    this.#tone.start();
  }

  take(place: DronePlace, now: number): void {
    this.place = place;
    this.#tone.frequency.value = droneFrequency(place.index);
    this.#panner.positionX.value = place.x;
    this.#panner.positionY.value = place.y;
    this.#panner.positionZ.value = place.z;
    if (!this.#wired) this.#gain.connect(this.#panner);
    this.#wired = true;
    this.#level.to(GAIN * place.level, now, FADE_SECONDS);
  }

  release(now: number): void {
    this.place = undefined;
    this.freeAt = now + FADE_SECONDS;
    this.#level.to(0, now, FADE_SECONDS);
  }

  /** Faded out: the panner need not listen any more. */
  rest(now: number): void {
    if (!this.#wired || this.place !== undefined || now < this.freeAt) return;
    this.#gain.disconnect();
    this.#wired = false;
  }

  get sounds(): boolean {
    return this.#wired;
  }
}

/** Portals, each with its note at its arch. However many there are, only the nearest have nodes that work. */
export class PortalDrones {
  readonly #context: BaseAudioContext;
  readonly #hums: readonly PortalDrone[];
  #places: readonly DronePlace[] = [];
  /** Seconds until the nearest are looked for again. */
  #untilLook = 0;
  /** The nearest places that sound, nearest first; `undefined` behind them. */
  readonly #near: (DronePlace | undefined)[] = Array.from({ length: MAX_DRONES }, () => undefined);

  constructor(nodes: Nodes, into: AudioNode) {
    this.#context = nodes.context;
    this.#hums = Array.from({ length: MAX_DRONES }, (_unused, i) => new PortalDrone(nodes, into, i));
  }

  /** Panners that work now. */
  get sounding(): number {
    return this.#hums.filter(({ sounds }) => sounds).length;
  }

  /** The portals one hears, or will in a moment. */
  get heard(): DronePlace[] {
    return this.#hums.flatMap(({ place }) => place ?? []);
  }

  /** What the registry says now. A portal that is as it was goes on humming as it did. */
  set(places: readonly DronePlace[]): void {
    const before = this.#places;
    this.#places = places.map((place) => before.find((other) => isSame(other, place)) ?? place);
    this.#untilLook = 0;
  }

  /** `delta` in seconds; the rest is where the ear is, in metres. */
  update(delta: number, x: number, y: number, z: number): void {
    this.#untilLook -= delta;
    if (this.#untilLook > 0) return;
    this.#untilLook = LOOK_SECONDS;
    const now = this.#context.currentTime;
    this.#findNearest(x, y, z);
    for (let i = 0; i < this.#hums.length; i++) {
      const hum = this.#hums[i] as PortalDrone;
      if (hum.place && !this.#near.includes(hum.place)) hum.release(now);
      hum.rest(now);
    }
    for (let i = 0; i < this.#near.length; i++) {
      const place = this.#near[i];
      if (place && !this.#isHeard(place)) this.#freeHum(now)?.take(place, now);
    }
  }

  #isHeard(place: DronePlace): boolean {
    for (let i = 0; i < this.#hums.length; i++) if (this.#hums[i]?.place === place) return true;
    return false;
  }

  #freeHum(now: number): PortalDrone | undefined {
    for (let i = 0; i < this.#hums.length; i++) {
      const hum = this.#hums[i] as PortalDrone;
      if (hum.place === undefined && now >= hum.freeAt) return hum;
    }
    return undefined;
  }

  #findNearest(x: number, y: number, z: number): void {
    const near = this.#near;
    near.fill(undefined);
    for (let p = 0; p < this.#places.length; p++) {
      const place = this.#places[p] as DronePlace;
      const distance = squared(place, x, y, z);
      if (place.level === 0 || distance > DRONE_PANNER.maxDistance ** 2) continue;
      let at = near.length;
      while (at > 0) {
        const before = near[at - 1];
        if (before && squared(before, x, y, z) <= distance) break;
        if (at < near.length) near[at] = before;
        at--;
      }
      if (at < near.length) near[at] = place;
    }
  }
}
