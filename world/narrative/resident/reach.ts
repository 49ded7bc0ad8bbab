import { Vector3, Vector4 } from 'three';
import { Follower } from './attention.ts';

/** How long it points at a thing, or stays turned to it. */
const STAY_SECONDS = 5;
/** 95 % of the ribbon's way from its posture to where it points, and back. */
const REACH_SECONDS = 0.7;
/** The time constant of a change of direction while the ribbon is raised. */
const TURN_SECONDS = 0.12;
const WAVE_SECONDS = 2.8;
/** Slower than a hand: the ribbon is a cloth. */
const WAVE_HERTZ = 1.3;
/** Radians from upright to the side: the middle of a wave, and how far it goes from there. */
const WAVE_LEAN = 0.6;
const WAVE_SWAY = 0.38;

/**
 * What the resident reaches for with its right ribbon: a thing that it points at, or the visitor, to
 * whom it waves. It stands in the middle of the world, so a place is a direction too. With reduced
 * motion the ribbon is raised at once, and held still.
 */
export class Reach {
  /**
   * For the shader: how far the ribbon is raised, 0 to 1, and a direction in the frame of the
   * shoulders, which face +z.
   */
  readonly arm = new Vector4(0, 0, 0, 1);
  readonly #place = new Vector3();
  readonly #towards = new Vector3();
  readonly #raised = new Follower();
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
    // A wave that is under way goes on.
    if (this.#waveAge >= WAVE_SECONDS) this.#waveAge = 0;
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
    if (points || waves) this.#turn(seconds, reducedMotion);
    this.#raised.follow(points || waves ? 1 : 0, seconds, reducedMotion ? 0 : REACH_SECONDS);
    this.arm.x = this.#raised.value;
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
    const isLowered = this.#raised.value < 0.02;
    const share = reducedMotion || isLowered ? 1 : 1 - Math.exp(-seconds / TURN_SECONDS);
    arm.y += (this.#towards.x - arm.y) * share;
    arm.z += (this.#towards.y - arm.z) * share;
    arm.w += (this.#towards.z - arm.w) * share;
  }
}
