import { type Color, type Matrix4, Vector3 } from 'three';
import type { Obstacle } from '../core/scene/scene-registry.ts';
import type { PortalDoor } from '../core/scene/portal-door.ts';
import { DISC_HEIGHT, DISC_RADIUS } from './arch.ts';
import type { PortalViewModel } from './portal-view-model.ts';

/**
 * The wall of a closed door between the pillars: circles that are so close together that a visitor cannot
 * pass through or get stuck between them. Metres.
 */
const WALL_SIDES = [-1.1, -0.55, 0, 0.55, 1.1];
const WALL_RADIUS = 0.4;

export function portalDoor(
  view: Pick<PortalViewModel, 'id' | 'entrance'>,
  matrix: Matrix4,
  color: Color,
): PortalDoor {
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

/** The circles that keep a visitor from walking through a closed door. */
export const portalColliders = ({ href, inward }: PortalDoor): Obstacle[] => {
  if (href !== undefined) return [];
  const matrix = inward.clone().invert();
  const radius = WALL_RADIUS * matrix.getMaxScaleOnAxis();
  return WALL_SIDES.map((side) => {
    const { x, z } = new Vector3(side, 0, 0).applyMatrix4(matrix);
    return { x, z, radius };
  });
};
