import { droneFrequency } from './harmony.ts';
import type { Nodes } from './nodes.ts';
import { Ramp } from './ramp.ts';
import { portalPresence } from '../../data/readings/portals.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import type { Position } from '../../data/world-state.ts';

/** The position and the sound of a portal. In metres. */
interface DronePlace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The portal's index in the registry, which determines the note. */
  readonly index: number;
  /** From 0 (silent) to 1. */
  readonly level: number;
}

/**
 * The level of return portals, of closed portals, and of portals whose state is unknown. An offline portal is
 * silent.
 */
const FAINT_LEVEL = 0.45;

function levelOf(portal: Portal): number {
  const presence = portalPresence(portal);
  if (presence === 'offline') return 0;
  if (isReturnPortal(portal.record)) return FAINT_LEVEL;
  return presence === 'online' && portal.entrance.open ? 1 : FAINT_LEVEL;
}

/**
 * The positions of the drones: the middle of each portal's disc. The placeholder arch, shown if there are no
 * portals, has no drone.
 */
export function portalDronePlaces(
  reading: Reading<readonly Portal[]>,
  doors: readonly { readonly id: string; readonly centre: Position }[],
): DronePlace[] {
  const portals = currentValue(reading) ?? [];
  return portals.flatMap((portal, index) => {
    const { id } = portal.record;
    const centre = doors.find((door) => door.id === id)?.centre;
    if (!centre) return [];
    return [{ id, x: centre.x, y: centre.y, z: centre.z, index, level: levelOf(portal) }];
  });
}

const DRONE_PANNER = {
  panningModel: 'HRTF',
  distanceModel: 'inverse',
  refDistance: 5,
  maxDistance: 80,
  rolloffFactor: 1,
} as const satisfies PannerOptions;

/** The maximum number of audible portals, the nearest first. Each needs a convolution on the audio thread. */
const MAX_DRONES = 6;
/** Partials let small loudspeakers play the note, and make its direction easier to hear. */
const PARTIALS = [1, 0.5, 0.38, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035];
const GAIN = 0.11;
/**
 * The swell of the drones: the share of the gain, the period of the first drone, and how much longer the
 * period of each further drone is.
 */
const SWELL = { share: 0.3, firstSeconds: 8.3, moreSeconds: 2.1 } as const;
const FADE_SECONDS = 0.8;
/** The interval of the search for the nearest portals. */
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
  /** The context time from which the drone is silent and free. */
  freeAt = 0;
  readonly #tone: OscillatorNode;
  readonly #level: Ramp;
  readonly #gain: GainNode;
  readonly #panner: PannerNode;
  #connected = false;

  constructor(nodes: Nodes, into: AudioNode, index: number) {
    this.#panner = nodes.keep(new PannerNode(nodes.context, DRONE_PANNER));
    this.#panner.connect(into);
    this.#gain = nodes.keep(new GainNode(nodes.context));
    this.#level = new Ramp(this.#gain.gain, 0);
    const swell = nodes.gain(1 - SWELL.share, this.#gain);
    nodes.sway(
      SWELL.firstSeconds + SWELL.moreSeconds * index,
      (index % 4) as 0 | 1 | 2 | 3,
      SWELL.share,
      swell.gain,
    );
    this.#tone = nodes.tone(droneFrequency(index), PARTIALS, swell);
    this.#tone.start();
  }

  start(place: DronePlace, now: number): void {
    this.place = place;
    this.#tone.frequency.value = droneFrequency(place.index);
    this.#panner.positionX.value = place.x;
    this.#panner.positionY.value = place.y;
    this.#panner.positionZ.value = place.z;
    if (!this.#connected) this.#gain.connect(this.#panner);
    this.#connected = true;
    this.#level.to(GAIN * place.level, now, FADE_SECONDS);
  }

  release(now: number): void {
    this.place = undefined;
    this.freeAt = now + FADE_SECONDS;
    this.#level.to(0, now, FADE_SECONDS);
  }

  /** Disconnects the panner once the drone has faded out. */
  disconnectWhenSilent(now: number): void {
    if (!this.#connected || this.place !== undefined || now < this.freeAt) return;
    this.#gain.disconnect();
    this.#connected = false;
  }

  get isConnected(): boolean {
    return this.#connected;
  }
}

/** The drones of portals, each at its arch. Only the nearest portals have connected nodes. */
export class PortalDrones {
  readonly #context: BaseAudioContext;
  readonly #drones: readonly PortalDrone[];
  #places: readonly DronePlace[] = [];
  /** Seconds until the next search for the nearest portals. */
  #untilLook = 0;
  /** The nearest audible places, nearest first. Unused slots are `undefined`. */
  readonly #near: (DronePlace | undefined)[] = Array.from({ length: MAX_DRONES }, () => undefined);

  constructor(nodes: Nodes, into: AudioNode) {
    this.#context = nodes.context;
    this.#drones = Array.from({ length: MAX_DRONES }, (_unused, i) => new PortalDrone(nodes, into, i));
  }

  /** The number of connected panners. */
  get connectedCount(): number {
    return this.#drones.filter(({ isConnected }) => isConnected).length;
  }

  /** The portals that are heard, or will be in a moment. */
  get heard(): DronePlace[] {
    return this.#drones.flatMap(({ place }) => place ?? []);
  }

  /** Sets the portals. Drones of unchanged portals continue as they are. */
  set(places: readonly DronePlace[]): void {
    const before = this.#places;
    this.#places = places.map((place) => before.find((other) => isSame(other, place)) ?? place);
    this.#untilLook = 0;
  }

  /** `delta` in seconds; x, y, z of the listener in metres. */
  update(delta: number, x: number, y: number, z: number): void {
    this.#untilLook -= delta;
    if (this.#untilLook > 0) return;
    this.#untilLook = LOOK_SECONDS;
    const now = this.#context.currentTime;
    this.#findNearest(x, y, z);
    for (const drone of this.#drones) {
      if (drone.place && !this.#near.includes(drone.place)) drone.release(now);
      drone.disconnectWhenSilent(now);
    }
    for (const place of this.#near)
      if (place && !this.#drones.some((drone) => drone.place === place))
        this.#drones.find((drone) => drone.place === undefined && now >= drone.freeAt)?.start(place, now);
  }

  #findNearest(x: number, y: number, z: number): void {
    const near = this.#near;
    near.fill(undefined);
    for (const place of this.#places) {
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
