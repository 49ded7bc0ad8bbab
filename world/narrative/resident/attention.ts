import { MathUtils } from 'three';
import type { Gesture } from '../../core/scene/scene.ts';

/** The resident turns to a visitor who comes this near, and away from one who is a metre farther. */
export const NOTICES_METRES = 12;
const FORGETS_METRES = 13;

/** Whether the resident attends to a visitor at this distance, given whether it did `before`. */
export const attends = (metres: number, before: boolean): boolean =>
  metres <= (before ? FORGETS_METRES : NOTICES_METRES);

/** After this many time constants a critically damped spring has 5 % of its way left. */
const SETTLED = 4.74;

/** A value that follows its target: it starts and ends slowly, and never goes past it. */
export class Follower {
  value = 0;
  #speed = 0;

  /**
   * Follows for `seconds`; 95 % of the way takes `settleSeconds`, 0 is at once. The exact solution
   * of the spring, so the frame rate makes no difference.
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

  /** The same for an angle in radians: the shorter way round. */
  turn(target: number, seconds: number, settleSeconds: number): void {
    this.follow(this.value + shorterWay(target - this.value), seconds, settleSeconds);
  }
}

/** An angle as one between −π and π. */
export const shorterWay = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** How far the head bows to eyes that are lower than its own, or rises to higher ones. Radians. */
const MAX_DOWN = 0.42;
const MAX_UP = 0.5;

/** Radians that the head bows to look at eyes `metres` away and `below` metres lower. */
export const gazeDown = (metres: number, below: number): number =>
  MathUtils.clamp(Math.atan2(below, metres), -MAX_UP, MAX_DOWN);

/** A nod goes down once, quickly, and comes back slowly. Seconds and radians. */
const NOD = { down: 0.35, back: 0.75, depth: 0.34 };
/** A look up to the sky stays there for a moment. */
const LOOK_UP = { rise: 0.5, stay: 1.3, back: 0.9, height: 0.62 };
/** A shake of the head: radians to each side, and how often. */
const SHAKE = { begin: 0.3, end: 0.4, seconds: 1.9, turn: 0.36, hertz: 1.4 };
const SECONDS: Readonly<Record<Gesture, number>> = {
  nod: NOD.down + NOD.back,
  'look-up': LOOK_UP.rise + LOOK_UP.stay + LOOK_UP.back,
  'shake-head': SHAKE.seconds,
};

/** How much of the gesture is to be seen `age` seconds after its begin: 0 before and after it, 1 at its height. */
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

/** The age at which a gesture that is `age` seconds old goes on when it is made again: the head does not jump. */
export function restarted(gesture: Gesture, age: number): number {
  if (gesture === 'nod' || age >= SECONDS[gesture]) return 0;
  if (gesture === 'shake-head') return age;
  const { rise, stay, back } = LOOK_UP;
  // Rise and fall are mirror images.
  return age < rise + stay ? Math.min(age, rise) : rise * (1 - (age - rise - stay) / back);
}

/** Radians that the head bows at the height of the gesture, negative is up; a shake leaves the head where it is. */
const gestureBow: Readonly<Record<Gesture, number | undefined>> = {
  nod: NOD.depth,
  'look-up': -LOOK_UP.height,
  'shake-head': undefined,
};

/** 95 % of the way of head and shoulders, and of the hips, which follow. Seconds. */
const HEAD_SECONDS = 0.65;
const SHOULDER_SECONDS = 0.8;
const HIP_SECONDS = 2.2;
/** How far the shoulders turn on the hips, and the head on the shoulders, before these come along. Radians. */
const MAX_TWIST = 1.2;
const MAX_HEAD_TURN = 1;

/** Where head and shoulders face to show the visitor something, in radians about y. */
export interface Shown {
  readonly head: number;
  readonly shoulders: number;
}

/**
 * Where the resident faces. The head is first to turn, then the shoulders, and the hips follow.
 * Angles in radians about y, 0 towards +z.
 */
export class Attention {
  readonly #head = new Follower();
  readonly #shoulders = new Follower();
  readonly #hips = new Follower();
  readonly #bow = new Follower();
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
    const turn = this.#head.value - this.#shoulders.value;
    if (this.#gesture !== 'shake-head') return turn;
    return turn + this.#gestureShare * SHAKE.turn * Math.sin(this.#gestureAge * SHAKE.hertz * Math.PI * 2);
  }

  /** How far the head is bowed; negative is up. */
  get bow(): number {
    const bow = this.#bow.value;
    return bow + ((gestureBow[this.#gesture] ?? bow) - bow) * this.#gestureShare;
  }

  /** How much of a gesture is to be seen, 0 to 1. */
  get gesture(): number {
    return gestureShare(this.#gesture, this.#gestureAge);
  }

  /** Begins a gesture; one of the same kind that is under way continues from where the head is. */
  make(gesture: Gesture): void {
    this.#gestureAge = gesture === this.#gesture ? restarted(gesture, this.#gestureAge) : 0;
    this.#gesture = gesture;
  }

  /**
   * What it looks at is at (x, z), `above` metres above its own eyes: the eyes of the visitor, or what it
   * shows them; `shown` says how far it turns there. Asleep, it does not turn; with reduced motion it
   * turns at once, and moves its head for nothing else.
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

  /** Keeps head, shoulders and hips within reach of each other. */
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
