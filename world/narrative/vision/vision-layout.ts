import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { VisionPoint } from '../../../data/readings/records.ts';
import { absenceText, provenanceText } from '../../../data/readings/format.ts';
import type { ColorName } from '../../../theme/theme.ts';

/** As many as `vision.json` may hold. */
export const MAX_MARKERS = 24;
/** Where something is said about points that are not there: beside the way in. Metres. */
const PLACEHOLDER = { x: -3.6, z: 10.6 };

/** One marker: a point, or, with none, a place that says what is wrong. */
export interface VisionMark {
  readonly point: VisionPoint | undefined;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** `#rrggbb` of the record, where it has one; else this colour of the theme. */
  readonly own: string | undefined;
  readonly color: ColorName;
}

/** A marker for each point; none while they are asked for, and none where there are none; one that says so where they cannot be had. */
export function visionMarks(
  reading: Reading<readonly VisionPoint[]>,
  groundAt: (x: number, z: number) => number,
): VisionMark[] {
  const points = currentValue(reading);
  if (points)
    return points.slice(0, MAX_MARKERS).map((point) => {
      const { x, z, y = groundAt(x, z) } = point.position;
      return { point, x, y, z, own: point.color, color: 'accent' };
    });
  if (reading.state !== 'error' && reading.state !== 'offline') return [];
  const { x, z } = PLACEHOLDER;
  const color = reading.state === 'error' ? 'error' : 'readingOffline';
  return [{ point: undefined, x, y: groundAt(x, z), z, own: undefined, color }];
}

export interface VisionLook {
  /** 0 to 1 */
  readonly light: number;
  /** Whether the markers turn and hover: what is known only from before stands still. */
  readonly moves: boolean;
}

export const visionLook = ({ state }: Reading<unknown>): VisionLook =>
  state === 'live' ? { light: 1, moves: true } : { light: 0.5, moves: false };

/** `The doors — from vision.json · just now`, or the words for what is wrong. */
export const visionLabel = (
  point: VisionPoint | undefined,
  reading: Reading<readonly VisionPoint[]>,
  now: number,
): string =>
  point
    ? `${point.title} — from ${provenanceText(reading, now)}`
    : `${absenceText('VISION POINTS', reading)} — ${provenanceText(reading, now)}`;
