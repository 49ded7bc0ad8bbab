import type { Reading } from '../../../data/readings/reading.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { ColorName } from '../../../theme/theme.ts';

/** The reading has at most this many commits. */
export const MAX_COLUMNS = 50;
/** A SHA-256 hash has this many digits, the more common SHA-1 forty. */
export const MAX_DIGITS = 64;

/**
 * One column: a commit, the digits of its hash from 0 to 15, and its angle in radians, clockwise
 * from −z.
 */
export interface RainColumn {
  readonly commit: Commit;
  readonly digits: readonly number[];
  readonly angle: number;
}

/** There is no rain within this angle on both sides of straight ahead, where the panels and the meter are. */
const FREE_AHEAD_RADIANS = 0.2;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Puts the newest column beside the middle of the start view, not behind the portals' names. */
const START = 0.953;

/**
 * The angle of a column. The steps follow the golden ratio, so that any number of columns is spread evenly.
 * The number depends on the quality level.
 */
const columnAngle = (index: number): number =>
  FREE_AHEAD_RADIANS + ((START + index * GOLDEN) % 1) * (Math.PI * 2 - FREE_AHEAD_RADIANS * 2);

/** The digits of a hash; other characters are skipped. */
const hexDigits = (sha: string): number[] =>
  Array.from(sha, (digit) => Number.parseInt(digit, 16))
    .filter(Number.isInteger)
    .slice(0, MAX_DIGITS);

/** A column for each commit, newest first. The commits of the reading are in the code host's order. */
export const rainColumns = (commits: readonly Commit[]): RainColumn[] =>
  commits
    .toSorted((a, b) => b.authoredAt - a.authoredAt)
    .slice(0, MAX_COLUMNS)
    .map((commit, index) => ({ commit, digits: hexDigits(commit.sha), angle: columnAngle(index) }));

/** How the curtain looks: light from 0 (absent) to 1, whether its light falls, and its colour. */
export interface RainLook {
  readonly light: number;
  readonly falls: boolean;
  readonly color: ColorName;
}

const ABSENT: RainLook = { light: 0, falls: false, color: 'rain' };
const LIVE: RainLook = { light: 1, falls: true, color: 'rain' };
const STALE: RainLook = { light: 0.55, falls: false, color: 'rain' };
const OFFLINE: RainLook = { light: 0.45, falls: false, color: 'readingOffline' };

/**
 * The rain of a live reading falls. The rain of a stale reading is dim and does not move; offline, the rain
 * is also grey. Without commits there is no rain.
 */
export function rainLook(reading: Reading<readonly Commit[]>): RainLook {
  if (!currentValue(reading)?.length) return ABSENT;
  return reading.state === 'live' ? LIVE : reading.state === 'stale' ? STALE : OFFLINE;
}

/**
 * The column nearest to the line of sight from (x, z) along the unit vector (aheadX, aheadZ), or −1 if none
 * is within `within` radians.
 */
export function columnInView(
  columns: readonly RainColumn[],
  radius: number,
  x: number,
  z: number,
  aheadX: number,
  aheadZ: number,
  within: number,
): number {
  let best = -1;
  let bestCosine = Math.cos(within);
  for (let i = 0; i < columns.length; i++) {
    const angle = columns[i]?.angle ?? 0;
    const towardsX = Math.sin(angle) * radius - x;
    const towardsZ = -Math.cos(angle) * radius - z;
    const cosine = (towardsX * aheadX + towardsZ * aheadZ) / Math.hypot(towardsX, towardsZ);
    if (cosine <= bestCosine) continue;
    bestCosine = cosine;
    best = i;
  }
  return best;
}
