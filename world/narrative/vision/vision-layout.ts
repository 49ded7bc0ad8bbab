import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { VisionPoint } from '../../../data/readings/records.ts';
import { absenceText, provenanceText } from '../../../data/readings/format.ts';
import type { ColorName } from '../../../theme/theme.ts';

/** `vision.json` may hold this many. */
export const MAX_MARKERS = 24;
/** Where a marker says why there are no points: beside the way in. In metres. */
const PLACEHOLDER = { x: -3.6, z: 10.6 };

/** One marker: of a point, or of what is wrong with the reading. */
export interface VisionMark {
  readonly point: VisionPoint | undefined;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** `#rrggbb` of the record, where it has one; else this colour of the theme. */
  readonly own: string | undefined;
  readonly color: ColorName;
}

/**
 * A marker for each point; none while they are loading or where there are none; one that says so
 * after a failure.
 */
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
  /** Whether the markers turn and hover: only those of a live reading do. */
  readonly moves: boolean;
}

export const visionLook = ({ state }: Reading<unknown>): VisionLook =>
  state === 'live' ? { light: 1, moves: true } : { light: 0.5, moves: false };

/** `The doors — from vision.json · just now`, or what is wrong with the reading. */
export const visionLabel = (
  point: VisionPoint | undefined,
  reading: Reading<readonly VisionPoint[]>,
  now: number,
): string =>
  point
    ? `${point.title} — from ${provenanceText(reading, now)}`
    : `${absenceText('VISION POINTS', reading)} — ${provenanceText(reading, now)}`;
