import type { View } from '../../../data/view/view.ts';
import type { Player } from './player.ts';

/**
 * Where an eye is and where it looks. Metres, and radians as the camera's: a yaw of 0 looks towards −z, a positive pitch upwards. There is
 * no roll: whatever happens, the horizon stays level.
 */
export interface Pose {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
}

/**
 * A way to see the world other than from where the visitor stands: from above, from near, from an orbit. Set in `scene.cameraModes` under the
 * mode it belongs to; the camera rig flies to it while that mode rules, and back.
 */
export interface CameraMode {
  /** What is flown per 60th of a second of the way that is left (specification 3.4), both coming and leaving; 1 is a cut. */
  readonly factor: number;
  /** It is being turned to: `from` is where the camera is (read it, do not keep it). Again for another target of a zoom. */
  begin?(from: Readonly<Pose>, view: View): void;
  /** Where the camera belongs now. Asked each frame while it rules, with the seconds since the last; read, not kept. Allocates nothing. */
  look(delta: number): Readonly<Pose>;
  /** It is no longer looked from. */
  end?(): void;
}

/** Puts the camera; `walk` hands it where the visitor stands, once a frame. */
export interface CameraRig {
  update(stance: Player, delta: number): void;
}

/** `orbit` is for the normal mode of a visitor who moves round the middle. */
export type CameraModeName = View['mode'] | 'orbit';
