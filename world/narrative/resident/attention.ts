import { MathUtils } from 'three';
import type { Gesture } from '../../core/scene/scene.ts';

/** The resident turns to a visitor within the first distance, and away from one beyond the second. */
export const NOTICES_METRES = 12;
const FORGETS_METRES = 13;

/** Whether the resident attends to a visitor at this distance. `before`: whether it already does. */
export const attends = (metres: number, before: boolean): boolean =>
  metres <= (before ? FORGETS_METRES : NOTICES_METRES);

/** After this many time constants, 5 % of the way of a critically damped spring remains. */
const SETTLED = 4.74;

/** A value that follows its target as a critically damped spring: smoothly and without overshoot. */
export class Follower {
  value = 0;
  #speed = 0;

  /**
   * Moves towards the target for `seconds`. 95 % of the way takes `settleSeconds`; with 0 the value jumps to
   * the target. This is the exact solution of the spring, so it does not depend on the frame rate.
   */
  follow(target: number, seconds: number, settleSeconds: number): void {
    if (settleSeconds === 0) {
      this.value = target;
      this.#speed = 0;
      return;
    }
    const rate = SETTLED / settleSeconds;
    const left = Math.exp(-rate * seconds);
    const away = this.value - target;
    const pull = (this.#speed + rate * away) * seconds;
    this.value = target + (away + pull) * left;
    this.#speed = (this.#speed - rate * pull) * left;
  }

  /** The same for an angle in radians, along the shorter arc. */
  turn(target: number, seconds: number, settleSeconds: number): void {
    this.follow(this.value + shorterWay(target - this.value), seconds, settleSeconds);
  }
}

/** Normalises an angle to the range from −π to π. */
export const shorterWay = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** The maximum pitch of the head down and up to look at the visitor's eyes. Radians. */
const MAX_DOWN = 0.42;
const MAX_UP = 0.5;

/** The pitch of the head in radians, positive down, for eyes `metres` away and `below` metres lower. */
export const gazeDown = (metres: number, below: number): number =>
  MathUtils.clamp(Math.atan2(below, metres), -MAX_UP, MAX_DOWN);

/** A nod: quickly down, and slowly back. Seconds and radians. */
const NOD = { down: 0.35, back: 0.75, depth: 0.34 };
/** A look up to the sky, which stays there for a short time. Seconds and radians. */
const LOOK_UP = { rise: 0.5, stay: 1.3, back: 0.9, height: 0.62 };
/** A shake of the head: seconds, radians to each side, and the frequency. */
const SHAKE = { begin: 0.3, end: 0.4, seconds: 1.9, turn: 0.36, hertz: 1.4 };
const SECONDS: Readonly<Record<Gesture, number>> = {
  nod: NOD.down + NOD.back,
  'look-up': LOOK_UP.rise + LOOK_UP.stay + LOOK_UP.back,
  'shake-head': SHAKE.seconds,
};

/** The share of the gesture `age` seconds after its start: 0 before and after it, 1 at its maximum. */
export function gestureShare(gesture: Gesture, age: number): number {
  if (age < 0 || age >= SECONDS[gesture]) return 0;
  if (gesture === 'nod')
    return age < NOD.down
      ? MathUtils.smoothstep(age, 0, NOD.down)
      : 1 - MathUtils.smoothstep(age, NOD.down, SECONDS.nod);
  if (gesture === 'shake-head')
    return Math.min(
      MathUtils.smoothstep(age, 0, SHAKE.begin),
      1 - MathUtils.smoothstep(age, SHAKE.seconds - SHAKE.end, SHAKE.seconds),
    );
  const { rise, stay } = LOOK_UP;
  return Math.min(
    MathUtils.smoothstep(age, 0, rise),
    1 - MathUtils.smoothstep(age, rise + stay, SECONDS[gesture]),
  );
}

/** The age from which a gesture that is repeated at `age` continues, so that the head does not jump. */
export function restarted(gesture: Gesture, age: number): number {
  if (gesture === 'nod' || age >= SECONDS[gesture]) return 0;
  if (gesture === 'shake-head') return age;
  const { rise, stay, back } = LOOK_UP;
  // The rise and the return are symmetric.
  return age < rise + stay ? Math.min(age, rise) : rise * (1 - (age - rise - stay) / back);
}

/** The pitch of the head at the maximum of the gesture, negative is up. A shake does not change it. */
const gestureBow: Readonly<Record<Gesture, number | undefined>> = {
  nod: NOD.depth,
  'look-up': -LOOK_UP.height,
  'shake-head': undefined,
};

/** The time in which head, shoulders and hips cover 95 % of their way. Seconds. */
const HEAD_SECONDS = 0.65;
const SHOULDER_SECONDS = 0.8;
const HIP_SECONDS = 2.2;
/**
 * The maximum rotation of the shoulders against the hips, and of the head against the shoulders, before the
 * lower part follows. Radians.
 */
const MAX_TWIST = 1.2;
const MAX_HEAD_TURN = 1;

/**
 * A glance at the pointer: the farthest turn and nod of the head in radians, and the time for 95 % of the
 * way.
 */
const GLANCE = { turn: 0.22, nod: 0.12, seconds: 0.5 };
/** How far from the eyes the pointer is for the farthest glance. In normalised device coordinates. */
const GLANCE_REACH = 0.7;

/** Blinks come with two periods at the same time, so that they look irregular. Seconds. */
const BLINKS = [4.7, 7.3] as const;
const BLINK_SECONDS = 0.3;

/** How far the lids are closed at a time, 0 to 1. */
export function lidsClosed(seconds: number): number {
  const age = Math.min(seconds % BLINKS[0], seconds % BLINKS[1]);
  return Math.max(0, 1 - Math.abs((2 * age) / BLINK_SECONDS - 1));
}

/** NaN becomes 0, which is straight ahead: a point exactly beside the camera is projected to NaN. */
const glanceShare = (away: number): number => MathUtils.clamp(away / GLANCE_REACH, -1, 1) || 0;

/** A place in the picture, in normalised device coordinates. */
interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** The directions of head and shoulders when the resident shows something, in radians about y. */
export interface Shown {
  readonly head: number;
  readonly shoulders: number;
}

/**
 * The directions of the resident's parts: the head turns first, then the shoulders, then the hips. Angles in
 * radians about y, 0 towards +z.
 */
export class Attention {
  readonly #head = new Follower();
  readonly #shoulders = new Follower();
  readonly #hips = new Follower();
  readonly #bow = new Follower();
  readonly #right = new Follower();
  readonly #up = new Follower();
  #attends = false;
  #gesture: Gesture = 'nod';
  #gestureAge = Infinity;
  #gestureShare = 0;

  get shoulders(): number {
    return this.#shoulders.value;
  }

  get hips(): number {
    return this.#hips.value;
  }

  /** The turn of the shoulders against the hips. */
  get twist(): number {
    return this.#shoulders.value - this.#hips.value;
  }

  /** The turn of the head against the shoulders. */
  get headTurn(): number {
    const turn = this.#head.value - this.#shoulders.value + this.right * GLANCE.turn;
    if (this.#gesture !== 'shake-head') return turn;
    return turn + this.#gestureShare * SHAKE.turn * Math.sin(this.#gestureAge * SHAKE.hertz * Math.PI * 2);
  }

  /** The pitch of the head; negative is up. */
  get bow(): number {
    const bow = this.#bow.value - this.up * GLANCE.nod;
    return bow + ((gestureBow[this.#gesture] ?? bow) - bow) * this.#gestureShare;
  }

  /** How far the eyes look to the right (`right`) and up (`up`) as the visitor sees them, −1 to 1. */
  get right(): number {
    return this.#right.value;
  }

  get up(): number {
    return this.#up.value;
  }

  /** The share of the current gesture, 0 to 1. */
  get gesture(): number {
    return gestureShare(this.#gesture, this.#gestureAge);
  }

  /**
   * Starts a gesture. If a gesture of the same kind is running, the new one continues from the position of
   * the head.
   */
  make(gesture: Gesture): void {
    this.#gestureAge = gesture === this.#gesture ? restarted(gesture, this.#gestureAge) : 0;
    this.#gesture = gesture;
  }

  /**
   * Turns to a point at (x, z), `above` metres above the resident's eyes: the visitor's eyes, or something
   * that the resident shows, with the directions in `shown`. Without `isAwake` the resident does not turn.
   * With reduced motion it turns immediately and makes no gestures.
   */
  update(
    seconds: number,
    x: number,
    above: number,
    z: number,
    isAwake: boolean,
    reducedMotion: boolean,
    shown?: Shown,
  ): void {
    this.#gestureAge += seconds;
    this.#gestureShare = reducedMotion || !isAwake ? 0 : this.gesture;
    if (!isAwake) {
      this.#attends = false;
      this.#bow.follow(0, seconds, SHOULDER_SECONDS);
      return;
    }
    const metres = Math.hypot(x, z);
    if (!shown) this.#attends = attends(metres, this.#attends);
    const towards = this.#attends ? Math.atan2(x, z) : 0;
    const isLooking = shown !== undefined || this.#attends;
    const settle = reducedMotion ? 0 : 1;
    this.#head.turn(shown?.head ?? towards, seconds, HEAD_SECONDS * settle);
    this.#bow.follow(isLooking ? gazeDown(metres, -above) : 0, seconds, HEAD_SECONDS * settle);
    this.#shoulders.turn(shown?.shoulders ?? towards, seconds, SHOULDER_SECONDS * settle);
    this.#hips.turn(this.#shoulders.value, seconds, HIP_SECONDS * settle);
    this.#join();
  }

  /**
   * Glances at the pointer of the visitor to whom the resident turns. Without a pointer, looks straight ahead
   * again.
   */
  glance(seconds: number, pointer: PicturePoint | undefined, eyes: PicturePoint): void {
    const at = (this.#attends && pointer) || eyes;
    this.#right.follow(glanceShare(at.x - eyes.x), seconds, GLANCE.seconds);
    this.#up.follow(glanceShare(at.y - eyes.y), seconds, GLANCE.seconds);
  }

  /** Limits the rotations between head, shoulders and hips. */
  #join(): void {
    const head = this.#head;
    const shoulders = this.#shoulders;
    const hips = this.#hips;
    head.value = shoulders.value + shorterWay(head.value - shoulders.value);
    shoulders.value = MathUtils.clamp(
      shoulders.value,
      head.value - MAX_HEAD_TURN,
      head.value + MAX_HEAD_TURN,
    );
    hips.value = shoulders.value + shorterWay(hips.value - shoulders.value);
    hips.value = MathUtils.clamp(hips.value, shoulders.value - MAX_TWIST, shoulders.value + MAX_TWIST);
  }
}
