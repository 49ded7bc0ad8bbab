import { levelColors } from '../../utils/level-colors.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { type Sovereignty, sovereigntyLevel } from '../../../data/readings/records.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { seededRandom } from '../../utils/noise.ts';

/** One place for each percent. */
export const PLACES = 100;
/** Points of the crown. */
const POINTS = 5;
/** Seconds: shards come together, stand, and dissolve. Where nothing is known the empty places are seen for a moment, and that is all. */
export const ASSEMBLE_SECONDS = 2.2;
export const HOLD_SECONDS = 3.4;
export const DISSOLVE_SECONDS = 1.8;
const EMPTY_HOLD_SECONDS = 0.6;
/** Light of a reading that is not live. */
const OLD_LIGHT = 0.55;

/** What the crown is made of: as many shards as the score has percent, in the score's colour. */
export interface CrownLook {
  readonly shards: number;
  readonly color: ColorName;
  /** 0 to 1. */
  readonly light: number;
  readonly holdSeconds: number;
}

export function crownLook(reading: Reading<Sovereignty>): CrownLook {
  const value = currentValue(reading);
  if (value === undefined)
    return { shards: 0, color: 'readingOffline', light: OLD_LIGHT, holdSeconds: EMPTY_HOLD_SECONDS };
  return {
    shards: Math.round(Math.min(PLACES, Math.max(0, value.score))),
    color: levelColors[sovereigntyLevel(value.score)],
    light: reading.state === 'live' ? 1 : OLD_LIGHT,
    holdSeconds: HOLD_SECONDS,
  };
}

export const crownSeconds = ({ holdSeconds }: CrownLook): number =>
  ASSEMBLE_SECONDS + holdSeconds + DISSOLVE_SECONDS;

/** Places are taken in steps of this many: a golden section of them, without a factor in common, so that any number of shards is spread evenly. */
const STEP = 61;
/** Where shard `index` stands: radians from the front. */
export const placeAngle = (index: number): number => (((index * STEP) % PLACES) / PLACES) * Math.PI * 2;

/** 0 between two points of the crown, 1 at a point; one of them is in front. */
export const pointAt = (angle: number): number => ((1 + Math.cos(angle * POINTS)) / 2) ** 2;

/** Four numbers a place: angle, how tall, its order (0 to 1) and a die. */
export function crownPlaces(seed = 57): Float32Array {
  const random = seededRandom(seed);
  const values = new Float32Array(PLACES * 4);
  for (let i = 0; i < PLACES; i++) {
    const angle = placeAngle(i);
    values.set([angle, pointAt(angle), i / PLACES, random()], i * 4);
  }
  return values;
}
