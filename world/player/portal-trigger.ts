import { Vector3 } from 'three';
import type { PortalDoor } from '../core/scene/portal-door.ts';

/** Between the pillars of an arch, and under its stones. Metres, in the arch’s own frame. */
const OPENING_HALF = 1.3;
const OPENING_TOP = 4.3;
const DISC_MIDDLE = 2.55;
const DISC_RADIUS = 1.72;
/** So near before one’s eyes, a disc is walked into (specification 3.3). */
const MEET_METRES = 1;
/** Who stands nearer than this to a disc has not left its arch: they are not sent away again, nor at once after coming back. */
export const LEAVE_METRES = 1.8;
/** Farther away nothing needs to be computed. */
const FAR_METRES = 9;
/** Nobody walks farther in one frame: they were put there. */
const LONGEST_STEP = 1;

const here = new Vector3();
const there = new Vector3();
const direction = new Vector3();

/** Whether the way from `a` to `b` leads through the opening, whichever side one comes from. */
function crosses(a: Vector3, b: Vector3): boolean {
  if (a.z > 0 === b.z > 0) return false;
  const t = a.z / (a.z - b.z);
  const x = a.x + (b.x - a.x) * t;
  const y = a.y + (b.y - a.y) * t;
  return Math.abs(x) < OPENING_HALF && y > 0 && y < OPENING_TOP;
}

/** Whether the look from `a` meets the disc within reach. */
function meets(a: Vector3, ahead: Vector3): boolean {
  if (ahead.z === 0) return false;
  const t = -a.z / ahead.z;
  if (t < 0 || t > MEET_METRES) return false;
  return Math.hypot(a.x + ahead.x * t, a.y + ahead.y * t - DISC_MIDDLE) < DISC_RADIUS;
}

/**
 * Tells who walks into a portal. A door only takes those whom it has seen outside its arch: whoever comes back through it, turns back in
 * it or is put into it leaves the arch first.
 */
export class PortalTrigger {
  readonly #before = new Vector3();
  #doors: readonly PortalDoor[] = [];
  /** Of each door: whether the visitor has been seen outside. */
  #outside: boolean[] = [];
  #knows = false;

  /** The visitor was elsewhere meanwhile, or was put here: nobody has walked. */
  forget(): void {
    this.#knows = false;
    this.#outside.fill(false);
  }

  /** The open door that is walked into with this step; `eye` and `ahead` (of length 1) are the world’s. */
  step(doors: readonly PortalDoor[], eye: Vector3, ahead: Vector3): PortalDoor | undefined {
    if (doors !== this.#doors) {
      this.#doors = doors;
      this.#outside = doors.map(() => false);
    }
    if (this.#knows && this.#before.distanceTo(eye) > LONGEST_STEP) this.forget();
    let entered: PortalDoor | undefined;
    for (let i = 0; i < doors.length; i++) {
      const door = doors[i] as PortalDoor;
      if (door.centre.distanceTo(eye) > FAR_METRES) {
        this.#outside[i] = true;
        continue;
      }
      here.copy(eye).applyMatrix4(door.inward);
      if (this.#outside[i] && !entered && door.href !== undefined) {
        there.copy(this.#knows ? this.#before : eye).applyMatrix4(door.inward);
        direction.copy(ahead).transformDirection(door.inward);
        if (crosses(there, here) || meets(here, direction)) {
          entered = door;
          this.#outside[i] = false;
          continue;
        }
      }
      if (Math.hypot(here.x, here.z) > LEAVE_METRES) this.#outside[i] = true;
    }
    this.#before.copy(eye);
    this.#knows = true;
    return entered;
  }
}
