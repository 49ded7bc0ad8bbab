import type { View } from '../../../data/view/view.ts';

/**
 * The position and direction of an eye. Metres, and radians as for the camera: a yaw of 0 looks towards −z,
 * and a positive pitch upwards. There is no roll, so the horizon is always level.
 */
export interface Pose {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
}

/**
 * A way to see the world other than with the visitor's eye: from above, a zoom, an orbit. Set in
 * `scene.registry.cameraModes` by the name of the view mode. While the view has that mode, the camera rig
 * moves the camera to the pose of the mode, and back at the end.
 */
export interface CameraMode {
  /**
   * The share of the remaining way per 60th of a second (specification 3.4), in both directions; 1 is a cut.
   */
  readonly factor: number;
  /**
   * Called when the mode begins at the camera's pose `from` (do not keep it), and for a new target of a zoom.
   */
  begin?(from: Readonly<Pose>, view: View): void;
  /**
   * The required pose of the camera. Called in each frame of the mode, with the seconds since the previous
   * one. The caller does not keep the result. It must not allocate memory.
   */
  look(delta: number): Readonly<Pose>;
  /** Called when the mode ends. */
  end?(): void;
}

/** `orbit` is the normal mode with the navigation `orbit`. */
export type CameraModeName = View['mode'] | 'orbit';
