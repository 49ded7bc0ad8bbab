import { type Color, type Matrix4, Vector3 } from 'three';
import type { Obstacle } from './obstacles.ts';
import type { PortalViewModel } from '../../portals/portal-view-model.ts';
import { DISC_HEIGHT, DISC_RADIUS } from '../../portals/arch.ts';

/** Where one gets out of the home: what walking in, the way back and the tunnel need of a portal. */
export interface PortalDoor {
  readonly id: string;
  /** Where it leads; undefined where nobody gets in. */
  readonly href: string | undefined;
  readonly color: Color;
  /** The middle of its disc, and the disc’s radius, in metres. */
  readonly centre: Vector3;
  readonly radius: number;
  /** From the world into the arch’s own frame: x to the right of who looks at its front, y up from its foot, z out of its front. */
  readonly inward: Matrix4;
  /** Its foot, and the way its front looks: its direction on the ground, and the yaw of a camera that looks that way. */
  readonly foot: { readonly x: number; readonly z: number };
  readonly front: { readonly x: number; readonly z: number; readonly yaw: number };
}

/** Between the pillars, where the wall of a closed door stands: so close that nobody slips through, nor gets caught between. */
const WALL_SIDES = [-1.1, -0.55, 0, 0.55, 1.1];
const WALL_RADIUS = 0.4;

export function portalDoor(view: PortalViewModel, matrix: Matrix4, color: Color): PortalDoor {
  const foot = new Vector3().applyMatrix4(matrix);
  const front = new Vector3(0, 0, 1).transformDirection(matrix).setY(0).normalize();
  return {
    id: view.id,
    href: view.entrance.open ? view.entrance.href : undefined,
    color,
    centre: new Vector3(0, DISC_HEIGHT, 0).applyMatrix4(matrix),
    radius: DISC_RADIUS * matrix.getMaxScaleOnAxis(),
    inward: matrix.clone().invert(),
    foot: { x: foot.x, z: foot.z },
    front: { x: front.x, z: front.z, yaw: Math.atan2(-front.x, -front.z) },
  };
}

/** What keeps one from walking through a closed door. */
export const portalColliders = ({ href, inward }: PortalDoor): Obstacle[] => {
  if (href !== undefined) return [];
  const matrix = inward.clone().invert();
  const radius = WALL_RADIUS * matrix.getMaxScaleOnAxis();
  return WALL_SIDES.map((side) => {
    const { x, z } = new Vector3(side, 0, 0).applyMatrix4(matrix);
    return { x, z, radius };
  });
};
