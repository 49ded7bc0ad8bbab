import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { VisionPoint } from '../../../data/readings/records.ts';
import { absenceText, provenanceText } from '../../../data/readings/format.ts';
import type { ColorName } from '../../../theme/theme.ts';

/** The maximum number of points in `vision.json`. */
export const MAX_MARKERS = 24;
/** The position of the marker with the reason why there are no points: beside the entrance. In metres. */
const PLACEHOLDER = { x: -3.6, z: 10.6 };

/** One marker: for a point, or for the problem of the reading. */
export interface VisionMark {
  readonly point: VisionPoint | undefined;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The `#rrggbb` of the record; undefined without one. Then `color` of the theme is used. */
  readonly own: string | undefined;
  readonly color: ColorName;
}

/** A marker for each point, or one with the reason after a failure. Without points there is none. */
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
  /** 0 to 1. */
  readonly light: number;
  /** Whether the markers rotate and hover: only with a live reading. */
  readonly moves: boolean;
}

export const visionLook = ({ state }: Reading<unknown>): VisionLook =>
  state === 'live' ? { light: 1, moves: true } : { light: 0.5, moves: false };

/** `The doors — from vision.json · just now`, or the problem of the reading. */
export const visionLabel = (
  point: VisionPoint | undefined,
  reading: Reading<readonly VisionPoint[]>,
  now: number,
): string =>
  point
    ? `${point.title} — from ${provenanceText(reading, now)}`
    : `${absenceText('VISION POINTS', reading)} — ${provenanceText(reading, now)}`;
