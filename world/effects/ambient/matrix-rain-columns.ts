import type { Reading } from '../../../data/readings/reading.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { ColorName } from '../../../theme/theme.ts';

/** As many as the reading holds. */
export const MAX_COLUMNS = 50;
/** Of a SHA-256 hash; the common SHA-1 has forty. */
export const MAX_DIGITS = 64;

/** One column of the curtain: one commit, its hash as digits of 0 to 15, and where it hangs (radians, clockwise from −z). */
export interface RainColumn {
  readonly commit: Commit;
  readonly digits: readonly number[];
  readonly angle: number;
}

/** Straight ahead stand the panels and the meter: nothing falls behind them. Radians to either side. */
const FREE_AHEAD = 0.2;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Puts the newest beside the middle of the first look, clear of the portals' names. */
const START = 0.953;

/** The places are filled so that any first few of them are spread evenly: a level that shows fewer columns leaves no empty quarter. */
export const columnAngle = (index: number): number =>
  FREE_AHEAD + ((START + index * GOLDEN) % 1) * (Math.PI * 2 - FREE_AHEAD * 2);

/** The digits of a hash; what is no hexadecimal digit is passed over. */
export const hexDigits = (sha: string): number[] =>
  Array.from(sha, (digit) => Number.parseInt(digit, 16))
    .filter(Number.isInteger)
    .slice(0, MAX_DIGITS);

/** A column for each commit, the newest first: the list comes in the code host's order. */
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

/** What is known and fresh falls; what is old stands still and dim, offline it is grey as well; without commits there is no curtain. */
export function rainLook(reading: Reading<readonly Commit[]>): RainLook {
  if (!currentValue(reading)?.length) return ABSENT;
  return reading.state === 'live' ? LIVE : reading.state === 'stale' ? STALE : OFFLINE;
}

/** The column nearest to where somebody at (x, z) looks, or −1 where none is within `within` radians; (aheadX, aheadZ) has length 1. */
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
