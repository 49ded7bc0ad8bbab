import type { Pose } from '../core/scene/camera-modes.ts';
import { lerpAngle, copyPose, damp, newPose } from './pose.ts';

/** Nearer than this share of the way, one is there: millimetres of the longest flight. */
const THERE = 1e-4;

/**
 * The way from where the camera was to a pose that may itself move: at its end the camera is with that pose, without lag. It is always
 * the same way, however many frames see it.
 */
export class CameraTransition {
  /** Where the camera is. Read it, do not keep it. */
  readonly pose = newPose();
  readonly #from = newPose();
  #factor = 1;
  #left = 0;

  /** 0 at the start, 1 at the end. */
  get weight(): number {
    return 1 - this.#left;
  }

  /** Sets out from where the camera is now. */
  begin(factor: number): void {
    copyPose(this.#from, this.pose);
    this.#factor = factor;
    this.#left = 1;
  }

  /** `seconds` further; at once there for who wants cuts. */
  step(to: Readonly<Pose>, seconds: number, cut: boolean): void {
    if (this.#left > 0) this.#left *= 1 - damp(this.#factor, seconds);
    if (cut || this.#left < THERE) this.#left = 0;
    if (this.#left === 0) {
      copyPose(this.pose, to);
      return;
    }
    const from = this.#from;
    const { pose, weight } = this;
    pose.x = from.x + (to.x - from.x) * weight;
    pose.y = from.y + (to.y - from.y) * weight;
    pose.z = from.z + (to.z - from.z) * weight;
    pose.yaw = lerpAngle(from.yaw, to.yaw, weight);
    pose.pitch = from.pitch + (to.pitch - from.pitch) * weight;
  }
}
