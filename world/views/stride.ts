import type { Obstacle } from '../core/obstacles.ts';

/** A visitor on the ground: where, and how fast. Metres and metres a second. */
export interface Body {
  x: number;
  z: number;
  vx: number;
  vz: number;
}

export const WALK_SPEED = 4.2;
export const RUN_SPEED = 8;
/** How quickly the wanted speed is reached: 63 % of it in this many seconds. */
const EASE_SECONDS = 0.12;
/** A visitor's own width, as a circle. */
export const BODY_RADIUS = 0.35;

/**
 * Moves towards a wanted velocity for `seconds`. The exact solution of the damping, not a step of it: 20, 60 and 144 frames a second
 * end in the same place.
 */
export function glide(body: Body, wantedX: number, wantedZ: number, seconds: number): void {
  const left = Math.exp(-seconds / EASE_SECONDS);
  const moved = EASE_SECONDS * (1 - left);
  body.x += wantedX * seconds + (body.vx - wantedX) * moved;
  body.z += wantedZ * seconds + (body.vz - wantedZ) * moved;
  body.vx = wantedX + (body.vx - wantedX) * left;
  body.vz = wantedZ + (body.vz - wantedZ) * left;
}

/** Takes away the part of the speed that points along (nx, nz): what remains slides along the wall. */
function stopAlong(body: Body, nx: number, nz: number): void {
  const into = body.vx * nx + body.vz * nz;
  if (into <= 0) return;
  body.vx -= into * nx;
  body.vz -= into * nz;
}

/** Keeps the body within `radius` of the centre: nobody falls. */
export function keepInside(body: Body, radius: number): void {
  const distance = Math.hypot(body.x, body.z);
  if (distance <= radius) return;
  const nx = body.x / distance;
  const nz = body.z / distance;
  body.x = nx * radius;
  body.z = nz * radius;
  stopAlong(body, nx, nz);
}

/** Pushes the body out of what stands in the way. */
export function keepOut(body: Body, obstacles: readonly Obstacle[]): void {
  for (let i = 0; i < obstacles.length; i++) {
    const obstacle = obstacles[i] as Obstacle;
    const dx = body.x - obstacle.x;
    const dz = body.z - obstacle.z;
    const apart = obstacle.radius + BODY_RADIUS;
    const distance = Math.hypot(dx, dz);
    if (distance >= apart) continue;
    // Exactly in the middle, any way out is as good: towards the start.
    const nx = distance === 0 ? 0 : dx / distance;
    const nz = distance === 0 ? 1 : dz / distance;
    body.x = obstacle.x + nx * apart;
    body.z = obstacle.z + nz * apart;
    stopAlong(body, -nx, -nz);
  }
}
