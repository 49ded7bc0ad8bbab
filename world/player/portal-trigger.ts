import { Vector3 } from 'three';
import type { PortalDoor } from '../core/scene/portal-door.ts';

/** The space between the pillars of an arch, below its stones. Metres, in the arch's local coordinates. */
const OPENING_HALF = 1.3;
const OPENING_TOP = 4.3;
/** A visitor enters a disc within this distance ahead (specification 3.3). */
const ENTER_METRES = 1;
/** Within this distance of a disc a visitor has not left its arch, and is not warped again. */
const LEAVE_METRES = 1.8;
/** Beyond this distance nothing is computed. */
const FAR_METRES = 9;
/** A longer step in one frame is a teleport. */
const MAX_STEP_METRES = 1;

const here = new Vector3();
const there = new Vector3();
const hit = new Vector3();

/** Whether the way from `a` to `b` passes through the opening. In local coordinates of the arch. */
function crosses(a: Vector3, b: Vector3): boolean {
  if (a.z > 0 === b.z > 0) return false;
  const t = a.z / (a.z - b.z);
  const x = a.x + (b.x - a.x) * t;
  const y = a.y + (b.y - a.y) * t;
  return Math.abs(x) < OPENING_HALF && y > 0 && y < OPENING_TOP;
}

/** Whether the disc is within reach of a visitor at `eye` who looks along the unit vector `ahead`. */
function isAhead({ centre, front, radius }: PortalDoor, eye: Vector3, ahead: Vector3): boolean {
  const approach = ahead.x * front.x + ahead.z * front.z;
  if (approach === 0) return false;
  const t = ((centre.x - eye.x) * front.x + (centre.z - eye.z) * front.z) / approach;
  if (t < 0 || t > ENTER_METRES) return false;
  return hit.copy(eye).addScaledVector(ahead, t).distanceTo(centre) < radius;
}

/**
 * Finds the door that a visitor walks into. Only a visitor who was outside its arch before can enter it. A
 * visitor who returns through it, turns back in it or is teleported into it must leave the arch first.
 */
export class PortalTrigger {
  readonly #before = new Vector3();
  #doors: readonly PortalDoor[] = [];
  /** For each door: whether the visitor was outside its arch. */
  #outside: boolean[] = [];
  #hasBefore = false;

  /** Call this after a teleport, because the last step was not walked. */
  reset(): void {
    this.#hasBefore = false;
    this.#outside.fill(false);
  }

  /** The open door that this step enters. `eye` and the unit vector `ahead` are in world coordinates. */
  step(doors: readonly PortalDoor[], eye: Vector3, ahead: Vector3): PortalDoor | undefined {
    if (doors !== this.#doors) {
      this.#doors = doors;
      this.#outside = doors.map(() => false);
    }
    if (this.#hasBefore && this.#before.distanceTo(eye) > MAX_STEP_METRES) this.reset();
    let entered: PortalDoor | undefined;
    for (let i = 0; i < doors.length; i++) {
      const door = doors[i];
      if (!door) continue;
      if (door.centre.distanceTo(eye) > FAR_METRES) {
        this.#outside[i] = true;
        continue;
      }
      here.copy(eye).applyMatrix4(door.inward);
      if (this.#outside[i] && !entered && door.href !== undefined) {
        there.copy(this.#hasBefore ? this.#before : eye).applyMatrix4(door.inward);
        if (crosses(there, here) || isAhead(door, eye, ahead)) {
          entered = door;
          this.#outside[i] = false;
          continue;
        }
      }
      if (Math.hypot(here.x, here.z) > LEAVE_METRES) this.#outside[i] = true;
    }
    this.#before.copy(eye);
    this.#hasBefore = true;
    return entered;
  }
}
