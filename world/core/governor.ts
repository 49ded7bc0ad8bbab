import { MathUtils } from 'three';
import type { Graphics } from './render/webgl-context.ts';
import { type QualityLevel, qualityLevels } from '../../data/world-state.ts';

/** One step of the picture's quality: a level, and the number of drawn pixels for a CSS pixel. */
interface QualityStep {
  readonly level: QualityLevel;
  readonly pixelRatio: number;
}

/**
 * All steps, the cheapest first. Passes cost more than a pixel ratio of up to 1, and less than a higher
 * ratio.
 */
const LADDER: readonly QualityStep[] = [
  { level: 'lowest', pixelRatio: 0.5 },
  { level: 'lowest', pixelRatio: 0.75 },
  { level: 'lowest', pixelRatio: 1 },
  { level: 'low', pixelRatio: 1 },
  { level: 'low', pixelRatio: 1.5 },
  { level: 'middle', pixelRatio: 1 },
  { level: 'middle', pixelRatio: 1.5 },
  { level: 'highest', pixelRatio: 1 },
  { level: 'highest', pixelRatio: 1.5 },
  { level: 'highest', pixelRatio: 2 },
];

/**
 * The steps for this device. Without a GPU they have no bloom, which is too slow. If a level is requested
 * (`only`), all steps have this level.
 */
export function stepsFor(options: {
  devicePixelRatio: number;
  software: boolean;
  only?: QualityLevel | undefined;
}): readonly QualityStep[] {
  const { devicePixelRatio, software, only } = options;
  const sharpest = MathUtils.clamp(devicePixelRatio, 1, 2);
  return LADDER.filter(({ level, pixelRatio }) => {
    if (only !== undefined) return level === only && pixelRatio <= sharpest;
    if (software) return (level === 'lowest' || level === 'low') && pixelRatio <= 1;
    return pixelRatio <= sharpest;
  });
}

/**
 * The first step: the cheapest without a GPU, a level without bloom if the browser hides the GPU, one below
 * the best level on a touch device, otherwise the best level at its lowest pixel ratio.
 */
export function firstStep(
  steps: readonly QualityStep[],
  { software, hidden }: Graphics,
  coarsePointer: boolean,
): number {
  if (software) return 0;
  const level = hidden ? 'low' : coarsePointer ? 'middle' : 'highest';
  const index = steps.findIndex((step) => step.level === level);
  return index < 0 ? steps.length - 1 : index;
}

interface GovernorTargets {
  /** Below this number of frames a second, the governor goes one step down. */
  readonly downBelow: number;
  /** Above this number of frames a second, it may go one step up. */
  readonly upAbove: number;
}
export const HARDWARE_TARGETS: GovernorTargets = { downBelow: 42, upAbove: 56 };
/**
 * Also without a GPU, a high frame rate is more important than resolution: visitors read while they stand
 * still, and words are sharp at every step (`render/coarse-picture.ts`).
 */
export const SOFTWARE_TARGETS: GovernorTargets = { downBelow: 45, upAbove: 56 };

/** A longer frame is a pause: the page was hidden, or the computer slept. */
const PAUSE_SECONDS = 1;
/** If this many frames in a row are so long, they are not pauses: the computer is slow. */
const SLOW_IN_A_ROW = 3;
/** A longer frame counts as this long: one texture or garbage collection does not mean a slow computer. */
const CLIP_SECONDS = 0.12;
/** The frames after a change are not measured: they create the new buffers. */
const SETTLE_SECONDS = 0.25;
const SETTLE_FRAMES = 3;
const WINDOW_SECONDS = 0.6;
const MIN_WINDOW_FRAMES = 6;
/** The frame rate must be high for this long before a step up; later steps wait longer. */
const UP_AFTER_SECONDS = 1.2;
const LATER_UP_AFTER_SECONDS = 8;
const QUICK_TRIES_SECONDS = 6;
const FIRST_BAN_SECONDS = 60;
const MAX_BAN_SECONDS = 1800;
/**
 * If a step down improves the frame rate by less than this factor, something else limits it, such as a 30 Hz
 * display or a battery saver.
 */
const WORTHWHILE_GAIN = 1.1;
/**
 * With such a limit, the governor goes one step down below this frame rate, and may go one step up above this
 * share of the limit.
 */
const CAPPED_DOWN_BELOW = 24;
const CAPPED_UP_SHARE = 0.93;

/**
 * The quality governor chooses the step by the frame intervals. It goes down quickly and up slowly, and not
 * back to a step that was too slow a short time ago. It has no clock, so that tests can call `frame`.
 */
export class Governor {
  readonly #steps: readonly QualityStep[];
  readonly #targets: GovernorTargets;
  readonly #bannedUntil: number[];
  readonly #banSeconds: number[];
  #index: number;
  /** The number of pauses in a row. */
  #pauses = 0;
  #time = 0;
  #settled = 0;
  #settledFrames = 0;
  #sum = 0;
  #frames = 0;
  #good = 0;
  /** Frames a second before the last step down, until the next measurement; 0 otherwise. */
  #before = 0;
  /** The frame rate of an external limit; 0 without one. */
  #cap = 0;
  /** Whether a better step than the first one is probably possible. */
  readonly #startsLow: boolean;
  /** Whether it goes up quickly: with `#startsLow`, until a step is too slow. */
  #climbs: boolean;

  constructor(steps: readonly QualityStep[], start: number, targets: GovernorTargets, startsLow = false) {
    this.#startsLow = startsLow;
    this.#climbs = startsLow;
    this.#steps = steps;
    this.#targets = targets;
    this.#index = MathUtils.clamp(start, 0, steps.length - 1);
    this.#bannedUntil = steps.map(() => 0);
    this.#banSeconds = steps.map(() => FIRST_BAN_SECONDS);
  }

  get step(): QualityStep {
    return this.#steps[this.#index] ?? { level: qualityLevels[0], pixelRatio: 1 };
  }

  /** Drops the current measurement, because the next frames draw another kind of picture. */
  rest(): void {
    this.#settled = 0;
    this.#settledFrames = 0;
    this.#sum = 0;
    this.#frames = 0;
    this.#good = 0;
    this.#before = 0;
  }

  /** Adds one frame; true if the step changed. */
  frame(seconds: number): boolean {
    if (seconds <= 0) return false;
    this.#pauses = seconds > PAUSE_SECONDS ? this.#pauses + 1 : 0;
    if (this.#pauses > 0 && this.#pauses < SLOW_IN_A_ROW) return false;
    this.#time += seconds;
    this.#settled += seconds;
    this.#settledFrames++;
    if (this.#settled < SETTLE_SECONDS || this.#settledFrames <= SETTLE_FRAMES) return false;
    this.#sum += Math.min(seconds, CLIP_SECONDS);
    this.#frames++;
    if (this.#sum < WINDOW_SECONDS || this.#frames < MIN_WINDOW_FRAMES) return false;
    const rate = this.#frames / this.#sum;
    const span = this.#sum;
    this.#sum = 0;
    this.#frames = 0;
    return this.#decide(rate, span);
  }

  #decide(rate: number, span: number): boolean {
    if (this.#before > 0) {
      const gained = rate > this.#before * WORTHWHILE_GAIN;
      const bearable = this.#before > CAPPED_DOWN_BELOW + 3;
      this.#before = 0;
      if (!gained && bearable && rate < this.#targets.downBelow) {
        this.#cap = rate;
        this.#climbs = this.#startsLow;
        this.#bannedUntil[this.#index + 1] = 0;
        return this.#move(this.#index + 1);
      }
    }
    const floor = this.#cap > 0 ? CAPPED_DOWN_BELOW : this.#targets.downBelow;
    if (rate < floor) {
      this.#good = 0;
      this.#climbs = false;
      if (this.#index === 0) return false;
      const ban = this.#banSeconds[this.#index] ?? FIRST_BAN_SECONDS;
      this.#bannedUntil[this.#index] = this.#time + ban;
      this.#banSeconds[this.#index] = Math.min(ban * 2, MAX_BAN_SECONDS);
      this.#before = rate;
      return this.#move(this.#index - 1);
    }
    if (rate < (this.#cap > 0 ? this.#cap * CAPPED_UP_SHARE : this.#targets.upAbove)) {
      this.#good = 0;
      return false;
    }
    this.#good += span;
    const isQuick = this.#climbs || this.#time < QUICK_TRIES_SECONDS;
    const patience = isQuick ? UP_AFTER_SECONDS : LATER_UP_AFTER_SECONDS;
    const above = this.#index + 1;
    if (this.#good < patience || above >= this.#steps.length) return false;
    if (this.#time < (this.#bannedUntil[above] ?? 0)) return false;
    return this.#move(above);
  }

  #move(to: number): boolean {
    this.#index = to;
    this.#settled = 0;
    this.#settledFrames = 0;
    this.#good = 0;
    return true;
  }
}
