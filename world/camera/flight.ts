import type { Pose } from '../core/scene/camera-modes.ts';
import { smoothstep } from '../utils/noise.ts';
import { lerpAngle } from './pose.ts';

/** A pose of who stands on the ground, whose height is the ground's. */
export type Standing = Omit<Pose, 'y'>;

const METRES_PER_SECOND = 11;
const SHORTEST_SECONDS = 1.2;
const LONGEST_SECONDS = 3.2;
/** Over the panels, which end 3 m above the ground. Metres. */
const HIGHEST = 4.5;
/** As long a way is flown at full height. */
const HIGH_FROM_METRES = 20;

/** A flight from one place to another in an arc, eased at both ends: where one is follows from the seconds alone. */
export class Flight implements Standing {
  x: number;
  z: number;
  yaw: number;
  pitch: number;
  /** Metres above the eye’s own height. */
  lift = 0;
  readonly seconds: number;
  readonly #from: Standing;
  readonly #to: Standing;
  readonly #high: number;

  constructor({ x, z, yaw, pitch }: Standing, to: Standing) {
    this.x = x;
    this.z = z;
    this.yaw = yaw;
    this.pitch = pitch;
    this.#from = { x, z, yaw, pitch };
    this.#to = { ...to, yaw: lerpAngle(yaw, to.yaw, 1) };
    const metres = Math.hypot(to.x - x, to.z - z);
    this.seconds = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, metres / METRES_PER_SECOND));
    this.#high = HIGHEST * smoothstep(0, HIGH_FROM_METRES, metres);
  }

  /** Moves to where one is so long after the start; true at its end. */
  at(elapsed: number): boolean {
    const done = elapsed >= this.seconds;
    const t = done ? 1 : Math.max(0, elapsed / this.seconds);
    const way = t * t * t * (t * (t * 6 - 15) + 10);
    const from = this.#from;
    const to = this.#to;
    this.x = from.x + (to.x - from.x) * way;
    this.z = from.z + (to.z - from.z) * way;
    this.yaw = from.yaw + (to.yaw - from.yaw) * way;
    this.pitch = from.pitch + (to.pitch - from.pitch) * way;
    this.lift = done ? 0 : this.#high * Math.sin(Math.PI * way);
    return done;
  }
}
