import { Vector3 } from 'three';
import type { PortalDoor } from '../core/scene/portal-door.ts';

/** Between the pillars of an arch, and under its stones. Metres, in the arch’s own frame. */
const OPENING_HALF = 1.3;
const OPENING_TOP = 4.3;
/** A disc this close ahead is entered (specification 3.3). */
const ENTER_METRES = 1;
/** Closer to a disc than this a visitor has not left its arch, and is not sent away again. */
export const LEAVE_METRES = 1.8;
/** Farther away, nothing is computed. */
const FAR_METRES = 9;
/** A longer step in one frame is not walked but teleported. */
const MAX_STEP_METRES = 1;

const here = new Vector3();
const there = new Vector3();
const hit = new Vector3();

/** Whether the way from `a` to `b` leads through the opening, from either side. In the arch’s frame. */
function crosses(a: Vector3, b: Vector3): boolean {
  if (a.z > 0 === b.z > 0) return false;
  const t = a.z / (a.z - b.z);
  const x = a.x + (b.x - a.x) * t;
  const y = a.y + (b.y - a.y) * t;
  return Math.abs(x) < OPENING_HALF && y > 0 && y < OPENING_TOP;
}

/** Whether a visitor at `eye` who looks along `ahead` (of length 1) has the disc within reach. */
function isAhead({ centre, front, radius }: PortalDoor, eye: Vector3, ahead: Vector3): boolean {
  const approach = ahead.x * front.x + ahead.z * front.z;
  if (approach === 0) return false;
  const t = ((centre.x - eye.x) * front.x + (centre.z - eye.z) * front.z) / approach;
  if (t < 0 || t > ENTER_METRES) return false;
  return hit.copy(eye).addScaledVector(ahead, t).distanceTo(centre) < radius;
}

/**
 * Finds the door that a visitor walks into. A door is entered only by a visitor who was outside its arch
 * before: one who comes back through it, turns back in it or is teleported into it leaves the arch first.
 */
export class PortalTrigger {
  readonly #before = new Vector3();
  #doors: readonly PortalDoor[] = [];
  /** For each door: whether the visitor was outside its arch. */
  #outside: boolean[] = [];
  #hasBefore = false;

  /** The visitor was teleported: the last step was not walked. */
  reset(): void {
    this.#hasBefore = false;
    this.#outside.fill(false);
  }

  /** The open door that this step leads into; `eye` and `ahead` (of length 1) are in the world’s frame. */
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
