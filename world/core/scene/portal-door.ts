import type { Color, Matrix4, Vector3 } from 'three';

/** How far before a portal a visitor stands who turned back in it, or came back through it. */
export const BEFORE_METRES = 3;

/** A portal as a way out of the home, with what the modules for walking in and for the warp need. */
export interface PortalDoor {
  readonly id: string;
  /** Where it leads; undefined where it is closed. */
  readonly href: string | undefined;
  readonly color: Color;
  /** The centre and the radius of its disc. Metres. */
  readonly centre: Vector3;
  readonly radius: number;
  /**
   * From the world into the arch’s own frame: x to the right of a visitor who faces its
   * front, y up from its foot, z out of its front.
   */
  readonly inward: Matrix4;
  readonly foot: { readonly x: number; readonly z: number };
  /** The direction of its front, on the ground and as the yaw of a camera. */
  readonly front: { readonly x: number; readonly z: number; readonly yaw: number };
}
