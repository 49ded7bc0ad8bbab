import type { Color, Matrix4, Vector3 } from 'three';

/** The distance from a portal to a visitor who turned back in it, or returned through it. Metres. */
export const BEFORE_METRES = 3;

/** A portal as an exit of the home, with the data for walking in and for the warp. */
export interface PortalDoor {
  readonly id: string;
  /** The address of its world; undefined if the portal is closed. */
  readonly href: string | undefined;
  readonly color: Color;
  /** The centre and the radius of its disc. Metres. */
  readonly centre: Vector3;
  readonly radius: number;
  /**
   * The matrix from world coordinates to local coordinates of the arch: x to the right of a visitor who faces
   * the front, y up from the foot, z out of the front.
   */
  readonly inward: Matrix4;
  readonly foot: { readonly x: number; readonly z: number };
  /** The direction of the front: as a vector on the ground, and as the yaw of a camera. */
  readonly front: { readonly x: number; readonly z: number; readonly yaw: number };
}
