import { MathUtils, Vector3, Vector4 } from 'three';
import { Follower, type Shown, shorterWay } from './attention.ts';

/** How long it points at a thing, or stays turned to it. */
const STAY_SECONDS = 5;
/** 95 % of the ribbon's way from its posture to where it points, and back. */
const REACH_SECONDS = 0.7;
/** The time constant of a change of direction while the ribbon is raised. */
const TURN_SECONDS = 0.12;
/** A ribbon that is raised less than this counts as lowered. */
const LOWERED = 0.05;
/**
 * How far shoulders and head turn away from the visitor while it points, in radians: the ribbon goes
 * farther, and stays in sight.
 */
const MAX_SHOULDERS = 0.75;
const MAX_HEAD = 1.25;
const WAVE_SECONDS = 2.8;
/** Slower than a hand: the ribbon is a cloth. */
const WAVE_HERTZ = 1.3;
/** Radians from upright to the side: the middle of a wave, and how far it goes from there. */
const WAVE_LEAN = 0.6;
const WAVE_SWAY = 0.38;

/**
 * What the resident reaches for with a ribbon: a thing that it points at, or the visitor, to whom it
 * waves. It stands in the middle of the world, so a place is a direction too. With reduced motion the
 * ribbon is raised at once, and held still.
 */
export class Reach {
  /**
   * For the shader: how far a ribbon is raised, 0 to 1 for the right one and 0 to −1 for the left one,
   * and its direction in the frame of the shoulders, which face +z.
   */
  readonly arm = new Vector4(0, 0, 0, 1);
  readonly #shown = { head: 0, shoulders: 0 };
  readonly #place = new Vector3();
  readonly #towards = new Vector3();
  readonly #raised = new Follower();
  /** 1 for the right ribbon, −1 for the left one. */
  #side = 1;
  #points = false;
  #secondsLeft = 0;
  #waveAge = Infinity;

  /** What it turns to; undefined while that is the visitor. */
  get target(): Readonly<Vector3> | undefined {
    return this.#secondsLeft > 0 ? this.#place : undefined;
  }

  /** Turns to a place for some seconds, and points at it. */
  show(place: Readonly<Vector3>, points: boolean): void {
    this.#place.copy(place);
    this.#points = points;
    this.#secondsLeft = STAY_SECONDS;
    this.#waveAge = Infinity;
  }

  /** Waves to the visitor: what it pointed at is over. */
  wave(): void {
    this.#secondsLeft = 0;
    // A wave that is under way continues.
    if (this.#waveAge >= WAVE_SECONDS) this.#waveAge = 0;
  }

  /** How it turns to its target. `visitor`: where the visitor is, in radians about y. */
  facing(visitor: number): Shown {
    const away = shorterWay(Math.atan2(this.#place.x, this.#place.z) - visitor);
    const most = this.#points ? 1 : Infinity;
    this.#shown.head = visitor + MathUtils.clamp(away, -MAX_HEAD * most, MAX_HEAD * most);
    this.#shown.shoulders = visitor + MathUtils.clamp(away, -MAX_SHOULDERS * most, MAX_SHOULDERS * most);
    return this.#shown;
  }

  /**
   * @param shoulders Where the shoulders face, in radians about y.
   * @param height Of the shoulders over the floor, in metres.
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

  /** Whether the ribbon of this side may be raised: one that is raised comes down first. */
  #takeSide(side: number, reducedMotion: boolean): boolean {
    const isFree = this.#raised.value < LOWERED || reducedMotion;
    if (isFree) this.#side = side;
    // A thing that is nearly ahead is as near for either ribbon.
    return side === this.#side || Math.abs(this.#towards.x) < 0.3;
  }

  #aim(shoulders: number, height: number): void {
    const { x, y, z } = this.#place;
    const metres = Math.hypot(x, z);
    const angle = Math.atan2(x, z) - shoulders;
    this.#towards.set(Math.sin(angle) * metres, y - height, Math.cos(angle) * metres).normalize();
  }

  /** Upright and a little ahead, swaying to the right and back. */
  #hold(age: number): void {
    const lean = WAVE_LEAN + WAVE_SWAY * Math.sin(age * WAVE_HERTZ * Math.PI * 2);
    this.#towards.set(-Math.sin(lean), Math.cos(lean), 0.25).normalize();
  }

  /** Takes a lowered ribbon straight to its direction, and turns a raised one there. */
  #turn(seconds: number, reducedMotion: boolean): void {
    const { arm } = this;
    const isLowered = this.#raised.value < LOWERED;
    const share = reducedMotion || isLowered ? 1 : 1 - Math.exp(-seconds / TURN_SECONDS);
    arm.y += (this.#towards.x - arm.y) * share;
    arm.z += (this.#towards.y - arm.z) * share;
    arm.w += (this.#towards.z - arm.w) * share;
  }
}
