import { MathUtils } from 'three';
import type { GroundPose } from '../core/scene/player.ts';
import { lerpAngle } from './pose.ts';

const METRES_PER_SECOND = 11;
const MIN_SECONDS = 1.2;
const MAX_SECONDS = 3.2;
/** The maximum height of the arc: above the panels, which end 3 m above the ground. */
const MAX_HEIGHT_METRES = 4.5;
/** A flight of this length or more reaches the maximum height. */
const HIGH_FROM_METRES = 20;

/** A flight in an arc, eased at both ends. The pose depends only on the seconds since the start. */
export class Flight implements GroundPose {
  x: number;
  z: number;
  yaw: number;
  pitch: number;
  /** Metres above eye height. */
  heightOffset = 0;
  readonly seconds: number;
  readonly #from: GroundPose;
  readonly #to: GroundPose;
  readonly #heightMetres: number;

  constructor({ x, z, yaw, pitch }: GroundPose, to: GroundPose) {
    this.x = x;
    this.z = z;
    this.yaw = yaw;
    this.pitch = pitch;
    this.#from = { x, z, yaw, pitch };
    this.#to = { ...to, yaw: lerpAngle(yaw, to.yaw, 1) };
    const metres = Math.hypot(to.x - x, to.z - z);
    this.seconds = MathUtils.clamp(metres / METRES_PER_SECOND, MIN_SECONDS, MAX_SECONDS);
    this.#heightMetres = MAX_HEIGHT_METRES * MathUtils.smoothstep(metres, 0, HIGH_FROM_METRES);
  }

  /** Moves to the pose at `elapsed` seconds after the start; true at its end. */
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
    this.heightOffset = done ? 0 : this.#heightMetres * Math.sin(Math.PI * way);
    return done;
  }
}
