import type { Obstacle } from '../core/scene/scene-registry.ts';

/** A visitor on the ground: position in metres and velocity in metres a second. */
export interface Body {
  x: number;
  z: number;
  vx: number;
  vz: number;
}

export const WALK_METRES_PER_SECOND = 4.2;
export const RUN_METRES_PER_SECOND = 8;
/** The wanted speed is reached smoothly: 63 % of it in this many seconds. */
const EASE_SECONDS = 0.12;
/** The radius of a visitor. Metres. */
const BODY_RADIUS = 0.35;

/**
 * Moves for `seconds`, while the velocity approaches the wanted one. The exact solution of the damping, so
 * the result is the same at 20, 60 and 144 frames a second.
 */
export function glide(body: Body, wantedX: number, wantedZ: number, seconds: number): void {
  const left = Math.exp(-seconds / EASE_SECONDS);
  const moved = EASE_SECONDS * (1 - left);
  body.x += wantedX * seconds + (body.vx - wantedX) * moved;
  body.z += wantedZ * seconds + (body.vz - wantedZ) * moved;
  body.vx = wantedX + (body.vx - wantedX) * left;
  body.vz = wantedZ + (body.vz - wantedZ) * left;
}

/** Removes the component of the velocity along (nx, nz), so that the body slides along the wall. */
function stopAlong(body: Body, nx: number, nz: number): void {
  const into = body.vx * nx + body.vz * nz;
  if (into <= 0) return;
  body.vx -= into * nx;
  body.vz -= into * nz;
}

/** Smaller overlaps are ignored, because after a push a rounding error may remain. */
const TOUCH_METRES = 1e-9;
/**
 * The maximum number of pushes. Between two pillars a body is pushed back and forth, each time less; in a
 * corner this would never end.
 */
const MAX_PUSHES = 8;

/** Keeps the body within `radius` of the centre, so that it does not fall. Returns whether it was moved. */
function keepInside(body: Body, radius: number): boolean {
  const distance = Math.hypot(body.x, body.z);
  if (distance <= radius + TOUCH_METRES) return false;
  const nx = body.x / distance;
  const nz = body.z / distance;
  body.x = nx * radius;
  body.z = nz * radius;
  stopAlong(body, nx, nz);
  return true;
}

/** Pushes the body out of the obstacles. Returns whether it was moved. */
function keepOut(body: Body, obstacles: readonly Obstacle[]): boolean {
  let pushed = false;
  // By index, because this is called often and `for…of` allocates memory until the engine has optimised it.
  for (let i = 0; i < obstacles.length; i++) {
    const obstacle = obstacles[i];
    if (!obstacle) continue;
    const dx = body.x - obstacle.x;
    const dz = body.z - obstacle.z;
    const apart = obstacle.radius + BODY_RADIUS;
    const minApart = apart - TOUCH_METRES;
    const square = dx * dx + dz * dz;
    if (square >= minApart * minApart) continue;
    const distance = Math.sqrt(square);
    // Exactly in the middle no direction is better than another, so this pushes towards the start.
    const nx = distance === 0 ? 0 : dx / distance;
    const nz = distance === 0 ? 1 : dz / distance;
    body.x = obstacle.x + nx * apart;
    body.z = obstacle.z + nz * apart;
    stopAlong(body, -nx, -nz);
    pushed = true;
  }
  return pushed;
}

/** The maximum distance from the centre in the direction of a place. Metres. */
type Bound = (x: number, z: number) => number;

/** Pushes the body to a free place. Returns whether it is at one. */
function push(body: Body, obstacles: readonly Obstacle[], bound: Bound): boolean {
  for (let i = 0; i < MAX_PUSHES; i++) {
    const pushed = keepOut(body, obstacles);
    if (!keepInside(body, bound(body.x, body.z)) && !pushed) return true;
  }
  return false;
}

/**
 * Ends a step that began at a free place: pushes the body out of obstacles, so that it slides along them. If
 * no place is free, the body moves back to the start of the step.
 */
export function settle(
  body: Body,
  fromX: number,
  fromZ: number,
  obstacles: readonly Obstacle[],
  bound: Bound,
): void {
  if (push(body, obstacles, bound)) return;
  body.x = fromX;
  body.z = fromZ;
  body.vx = 0;
  body.vz = 0;
}

/** The distances between the tried places in metres, and the number of rings and of directions. */
const ROOM_METRES = 0.25;
const ROOM_RINGS = 48;
const ROOM_DIRECTIONS = 16;

/** Moves a body from any place to the nearest free one. If there is none within 12 m, it stays. */
export function findRoom(body: Body, obstacles: readonly Obstacle[], bound: Bound): void {
  const { x, z } = body;
  if (push(body, obstacles, bound)) return;
  for (let i = ROOM_DIRECTIONS; i < ROOM_RINGS * ROOM_DIRECTIONS; i++) {
    const angle = (i / ROOM_DIRECTIONS) * Math.PI * 2;
    const metres = Math.floor(i / ROOM_DIRECTIONS) * ROOM_METRES;
    body.x = x + Math.cos(angle) * metres;
    body.z = z + Math.sin(angle) * metres;
    if (push(body, obstacles, bound)) return;
  }
  body.x = x;
  body.z = z;
}
