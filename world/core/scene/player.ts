import type { Object3D, Vector2, Vector3 } from 'three';
import type { Pose } from './camera-modes.ts';

/** The input of sticks, touches and mouse: written by input modules, read in each frame by player and camera. */
export class StickInput {
  /** A gamepad's sticks, −1 to 1: walking to the right and ahead, rotating to the left and up. */
  right = 0;
  ahead = 0;
  turn = 0;
  pitch = 0;
  run = false;
  /** The number of presses of the action button. */
  actionCount = 0;
  /** The zoom by a pinch since the last read, as the logarithm of the factor. The reader resets it to 0. */
  zoomDelta = 0;
  /** Whether two touches were on the canvas at once. Then lifting them is not a tap. */
  pinched = false;
  /** Whether the last click on the canvas had an effect. Then it does not lock the pointer. */
  clickUsed = false;
  /** Where an uncaptured mouse is on the canvas, in normalised device coordinates (−1 to 1). */
  mouse: Vector2 | undefined;
}

/** A pose on the ground: its height is the ground's. */
export type GroundPose = Omit<Pose, 'y'>;

/** The object that the visitor chose from afar, and the point of it that they hit. */
export interface Goal {
  readonly object: Object3D;
  readonly point: Vector3;
  /** The distance within which its hint appears. Metres. */
  readonly reach: number;
}

/**
 * The visitor's pose, independent of the camera. `walk` moves it, other modules read or teleport it. Metres,
 * and radians as for the camera: a yaw of 0 looks towards −z, and a positive pitch upwards.
 */
export class Player {
  x = 0;
  /** The height of the eye. */
  y = 0;
  z = 0;
  yaw = 0;
  pitch = 0;
  /** Counts the teleports: while it does not change, the visitor walks. */
  teleportCount = 0;
  /** The eye's height above the normal one, for example during a flight. */
  heightOffset = 0;
  /** Whether the visitor's own input moves them; `walk` sets it each frame. */
  walks = false;
  /** The object to bring the visitor to: `camera/viewpoints.ts` finds the place, and resets this. */
  goal: Goal | undefined;
  /** The destination of a flight. `camera/flights.ts` flies there and resets this. */
  destination: GroundPose | undefined;

  /** Sets `into` to the unit vector of the visitor's direction of view, and returns it. */
  lookDirection(into: Vector3): Vector3 {
    const level = Math.cos(this.pitch);
    return into.set(-Math.sin(this.yaw) * level, Math.sin(this.pitch), -Math.cos(this.yaw) * level);
  }

  /** Moves the visitor to a pose, without speed. `walk` continues there in its next update. */
  teleport(x: number, z: number, yaw: number, pitch: number, heightOffset = 0): void {
    this.x = x;
    this.z = z;
    this.yaw = yaw;
    this.pitch = pitch;
    this.heightOffset = heightOffset;
    this.teleportCount++;
  }
}
