import type { View } from '../../../data/view/view.ts';

/**
 * Where an eye is and where it looks. Metres, and radians as the camera's: a yaw of 0 looks towards
 * −z, a positive pitch upwards. There is no roll: the horizon always stays level.
 */
export interface Pose {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
}

/**
 * A way to see the world other than from where the visitor stands: from above, from near, from an
 * orbit. Set in `scene.registry.cameraModes` under the view mode it belongs to; the camera rig flies to it while
 * the view is in that mode, and back.
 */
export interface CameraMode {
  /**
   * The share of the remaining way that is flown per 60th of a second (specification 3.4), on the way
   * there and back; 1 is a cut.
   */
  readonly factor: number;
  /**
   * The mode begins: `from` is where the camera is (read it, do not keep it). Called again for another
   * target of a closer look.
   */
  begin?(from: Readonly<Pose>, view: View): void;
  /**
   * Where the camera belongs now. Called each frame of the mode, with the seconds since the last one;
   * the result is read, not kept. Allocates nothing.
   */
  look(delta: number): Readonly<Pose>;
  /** The mode ends. */
  end?(): void;
}

/** `orbit` belongs to the normal mode, with navigation `orbit`. */
export type CameraModeName = View['mode'] | 'orbit';
