import type { Pose } from '../core/scene/camera-modes.ts';

export const newPose = (): Pose => ({ x: 0, y: 0, z: 0, yaw: 0, pitch: 0 });

/** Copies `from` into `to` and returns `to`. */
export function copyPose(to: Pose, from: Readonly<Pose>): Pose {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
  to.yaw = from.yaw;
  to.pitch = from.pitch;
  return to;
}

/** Rotates the pose towards a point. For a point straight above or below, the yaw does not change. */
export function turnTo(pose: Pose, x: number, y: number, z: number): void {
  const dx = x - pose.x;
  const dz = z - pose.z;
  const across = Math.hypot(dx, dz);
  if (across > 1e-6) pose.yaw = Math.atan2(-dx, -dz);
  pose.pitch = Math.atan2(y - pose.y, across);
}

/**
 * The share of a way covered in `seconds`, if `factor` of the remaining way is covered in each 60th of a
 * second (specification 3.4). The result is the same at 20, 60 and 144 frames a second.
 */
export const damp = (factor: number, seconds: number): number => 1 - (1 - factor) ** (60 * seconds);

const TURN = Math.PI * 2;

/** Interpolates between two angles along the shorter arc. Radians. */
export const lerpAngle = (from: number, to: number, weight: number): number => {
  const way = (to - from) % TURN;
  const short = way > Math.PI ? way - TURN : way < -Math.PI ? way + TURN : way;
  return from + short * weight;
};
