import type { Pose } from '../core/scene/camera-modes.ts';
import { lerpAngle, copyPose, damp, newPose } from './pose.ts';

/** A flight ends when this share of the way remains: millimetres for the longest flight. */
const MIN_REMAINING = 1e-4;

/**
 * A flight from the camera's pose to a target pose, which may move. At the end the camera has that pose
 * without lag. The flight is the same at any frame rate.
 */
export class CameraTransition {
  /** The camera's pose. The object changes: do not keep it. */
  readonly pose = newPose();
  readonly #from = newPose();
  #factor = 1;
  #remaining = 0;

  /** The share of the way: 0 at the start, 1 at the end. */
  get weight(): number {
    return 1 - this.#remaining;
  }

  /** Begins a flight from the current pose. `factor`: see `CameraMode`. */
  begin(factor: number): void {
    copyPose(this.#from, this.pose);
    this.#factor = factor;
    this.#remaining = 1;
  }

  /** Advances by `seconds`. With reduced motion it goes to the end at once. */
  step(to: Readonly<Pose>, seconds: number, reducedMotion: boolean): void {
    if (this.#remaining > 0) this.#remaining *= 1 - damp(this.#factor, seconds);
    if (reducedMotion || this.#remaining < MIN_REMAINING) this.#remaining = 0;
    if (this.#remaining === 0) {
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
