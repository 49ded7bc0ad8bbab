import { MathUtils, Vector3, Vector4 } from 'three';
import { Follower, type Shown, shorterWay } from './attention.ts';

/** How long the resident points at a thing, or stays turned to it. */
const STAY_SECONDS = 5;
/** The time in which the arm covers 95 % of its way between posture and pointing. */
const REACH_SECONDS = 0.7;
/** The time constant of a change of direction while the arm is raised. */
const TURN_SECONDS = 0.12;
/** Below this value an arm counts as lowered. */
const LOWERED = 0.05;
/**
 * The maximum rotation of shoulders and head away from the visitor while the resident points, in radians. The
 * arm turns farther and stays visible.
 */
const MAX_SHOULDERS = 0.75;
const MAX_HEAD = 1.25;
const WAVE_SECONDS = 2.8;
/** Slower than a person waves, because all movements of the resident are slow. */
const WAVE_HERTZ = 1.3;
/** The centre of a wave and its amplitude, in radians from upright to the side. */
const WAVE_LEAN = 0.6;
const WAVE_SWAY = 0.38;

/**
 * What the resident does with an arm: it points at an object, or waves to the visitor. The resident is at the
 * origin of the world, so a position is also a direction. With reduced motion the arm is raised immediately
 * and does not move.
 */
export class Reach {
  /**
   * A uniform: how far an arm is raised (0 to 1 for the right one, 0 to −1 for the left one), and its
   * direction in local coordinates of the shoulders, which face +z.
   */
  readonly arm = new Vector4(0, 0, 0, 1);
  readonly #shown = { head: 0, shoulders: 0 };
  readonly #place = new Vector3();
  readonly #towards = new Vector3();
  readonly #raised = new Follower();
  /** 1 for the right arm, −1 for the left one. */
  #side = 1;
  #points = false;
  #secondsLeft = 0;
  #waveAge = Infinity;

  /** The point to which the resident turns; undefined while it turns to the visitor. */
  get target(): Readonly<Vector3> | undefined {
    return this.#secondsLeft > 0 ? this.#place : undefined;
  }

  /** Turns to a place for some seconds, and points at it if `points`. */
  show(place: Readonly<Vector3>, points: boolean): void {
    this.#place.copy(place);
    this.#points = points;
    this.#secondsLeft = STAY_SECONDS;
    this.#waveAge = Infinity;
  }

  /** Waves to the visitor. This ends any pointing. */
  wave(): void {
    this.#secondsLeft = 0;
    // A running wave continues.
    if (this.#waveAge >= WAVE_SECONDS) this.#waveAge = 0;
  }

  /** The rotations towards the target. `visitor`: the visitor's direction, in radians about y. */
  facing(visitor: number): Shown {
    const away = shorterWay(Math.atan2(this.#place.x, this.#place.z) - visitor);
    const most = this.#points ? 1 : Infinity;
    this.#shown.head = visitor + MathUtils.clamp(away, -MAX_HEAD * most, MAX_HEAD * most);
    this.#shown.shoulders = visitor + MathUtils.clamp(away, -MAX_SHOULDERS * most, MAX_SHOULDERS * most);
    return this.#shown;
  }

  /**
   * @param shoulders The direction of the shoulders, in radians about y.
   * @param height The height of the shoulders above the floor, in metres.
   */
  update(seconds: number, shoulders: number, height: number, isAwake: boolean, reducedMotion: boolean): void {
    this.#secondsLeft = isAwake ? Math.max(0, this.#secondsLeft - seconds) : 0;
    this.#waveAge += seconds;
    const points = this.#secondsLeft > 0 && this.#points;
    const waves = isAwake && this.#waveAge < WAVE_SECONDS;
    if (points) this.#aim(shoulders, height);
    else if (waves) this.#hold(reducedMotion ? 0 : this.#waveAge);
    const isRaised =
      (points || waves) && this.#takeSide(points && this.#towards.x > 0 ? -1 : 1, reducedMotion);
    if (isRaised) this.#turn(seconds, reducedMotion);
    this.#raised.follow(isRaised ? 1 : 0, seconds, reducedMotion ? 0 : REACH_SECONDS);
    this.arm.x = this.#raised.value * this.#side;
  }

  /** Whether the arm of this side may be raised. If the other arm is raised, that arm is lowered first. */
  #takeSide(side: number, reducedMotion: boolean): boolean {
    const isFree = this.#raised.value < LOWERED || reducedMotion;
    if (isFree) this.#side = side;
    // An object nearly straight ahead can be shown with either arm.
    return side === this.#side || Math.abs(this.#towards.x) < 0.3;
  }

  #aim(shoulders: number, height: number): void {
    const { x, y, z } = this.#place;
    const metres = Math.hypot(x, z);
    const angle = Math.atan2(x, z) - shoulders;
    this.#towards.set(Math.sin(angle) * metres, y - height, Math.cos(angle) * metres).normalize();
  }

  /** The direction of a wave: upright and a little forward, swinging on the right side. */
  #hold(age: number): void {
    const lean = WAVE_LEAN + WAVE_SWAY * Math.sin(age * WAVE_HERTZ * Math.PI * 2);
    this.#towards.set(-Math.sin(lean), Math.cos(lean), 0.25).normalize();
  }

  /** Sets the direction of a lowered arm immediately, and turns a raised one gradually. */
  #turn(seconds: number, reducedMotion: boolean): void {
    const { arm } = this;
    const isLowered = this.#raised.value < LOWERED;
    const share = reducedMotion || isLowered ? 1 : 1 - Math.exp(-seconds / TURN_SECONDS);
    arm.y += (this.#towards.x - arm.y) * share;
    arm.z += (this.#towards.y - arm.z) * share;
    arm.w += (this.#towards.z - arm.w) * share;
  }
}
