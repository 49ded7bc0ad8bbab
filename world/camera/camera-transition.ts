import type { Pose } from '../core/scene/camera-modes.ts';
import { lerpAngle, copyPose, damp, newPose } from './pose.ts';

/** With a smaller share of the way left, the camera has arrived: millimetres of the longest flight. */
const MIN_REMAINING = 1e-4;

/**
 * The way from where the camera was to a pose that may itself move: at its end the camera is at that
 * pose, without lag. It is the same way at any frame rate.
 */
export class CameraTransition {
  /** Where the camera is. Read it, do not keep it. */
  readonly pose = newPose();
  readonly #from = newPose();
  #factor = 1;
  #remaining = 0;

  /** 0 at the start, 1 at the end. */
  get weight(): number {
    return 1 - this.#remaining;
  }

  /** Begins a movement from where the camera is now. `factor`: see `CameraMode`. */
  begin(factor: number): void {
    copyPose(this.#from, this.pose);
    this.#factor = factor;
    this.#remaining = 1;
  }

  /** Advances by `seconds`; with reduced motion, to the end at once. */
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
