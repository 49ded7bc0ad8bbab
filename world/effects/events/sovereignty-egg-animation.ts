import { MathUtils } from 'three';
import { levelColors } from '../../panels/meter/meter-view.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { type Sovereignty, sovereigntyLevel } from '../../../data/readings/records.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { seededRandom } from '../../utils/noise.ts';

/** The number of places: one for each percent. */
export const PLACES = 100;
/** The points of the crown. */
const POINTS = 5;
/** The phases of the crown. Without a value the empty places are shown for a moment only. */
export const ASSEMBLE_SECONDS = 2.2;
const HOLD_SECONDS = 3.4;
export const DISSOLVE_SECONDS = 1.8;
const EMPTY_HOLD_SECONDS = 0.6;
/** The light of a reading that is not live. */
const OLD_LIGHT = 0.55;

/** One shard for each percent of the score, in the score's colour. */
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
    shards: Math.round(MathUtils.clamp(value.score, 0, PLACES)),
    color: levelColors[sovereigntyLevel(value.score)],
    light: reading.state === 'live' ? 1 : OLD_LIGHT,
    holdSeconds: HOLD_SECONDS,
  };
}

export const crownSeconds = ({ holdSeconds }: CrownLook): number =>
  ASSEMBLE_SECONDS + holdSeconds + DISSOLVE_SECONDS;

/**
 * The step from one shard's place to the next: about the golden section of `PLACES` and coprime to
 * it, so that any number of shards is spread evenly.
 */
const STEP = 61;
/** The angle of shard `index`: radians from the front. */
const placeAngle = (index: number): number => (((index * STEP) % PLACES) / PLACES) * Math.PI * 2;

/** 0 between two points of the crown, 1 at a point; one point is in front. */
const pointAt = (angle: number): number => ((1 + Math.cos(angle * POINTS)) / 2) ** 2;

/** Four numbers for each place: angle, height, order (both 0 to 1) and a random number. */
export function crownPlaces(): Float32Array {
  const random = seededRandom(57);
  const values = new Float32Array(PLACES * 4);
  for (let i = 0; i < PLACES; i++) {
    const angle = placeAngle(i);
    values.set([angle, pointAt(angle), i / PLACES, random()], i * 4);
  }
  return values;
}
