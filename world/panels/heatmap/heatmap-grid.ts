import { MathUtils } from 'three';
import {
  type AgentHours,
  type CommitHours,
  HOURS,
  commitHours,
} from '../../../data/readings/commit-hours.ts';
import type { AgentActivity, Commit } from '../../../data/readings/records.ts';

export { HOURS };
/** Rings in the floor. */
export const RINGS = 10;

/** The last day of commits, as far as it fits into the floor. */
export interface HeatGrid extends CommitHours {
  /** Busiest first, one a ring. */
  readonly rows: readonly AgentHours[];
  /** Agents without a ring; none of them is busier than the last one that has a ring. */
  readonly leftOut: number;
}

/**
 * Agents by hours of the last day. With more agents than rings, the innermost ring stays dark and
 * says how many are left out.
 */
export function heatGrid(
  agents: readonly AgentActivity[],
  commits: readonly Commit[],
  now: number,
  since?: number,
): HeatGrid {
  const day = commitHours(agents, commits, now, since);
  const rows = day.agents.slice(0, day.agents.length > RINGS ? RINGS - 1 : RINGS);
  return { ...day, rows, leftOut: day.agents.length - rows.length };
}

/**
 * Brightness of a field, 0 to 1: one commit is visible, each doubling is an even step, eight and
 * more are full.
 */
export const heatOf = (commits: number): number =>
  commits <= 0 ? 0 : Math.min(1, 0.5 + Math.log2(commits) / 6);

/** Radius of the innermost field's inner edge, and of the outermost one's outer edge. Metres. */
export const INNER_METRES = 2.6;
export const OUTER_METRES = 8;
/** Towards the start the dial is open: the names stand there. Radians. */
export const GAP = MathUtils.degToRad(44);
/**
 * Where the day begins, as a share of the dial from the gap's right edge, around the back, to its left one: at
 * the right of the start view, so that the newest fields, and the sparks that land in them, are in the picture.
 */
export const NOW_SHARE = 6 / HOURS;

/** The angle of a time `hour` hours ago, from the direction towards the start. Radians. */
export const angleOf = (hour: number): number =>
  GAP / 2 + ((hour / HOURS + NOW_SHARE) % 1) * (Math.PI * 2 - GAP);

/** The field under a place on the floor: ring 0 is the outermost, hour 0 the newest. */
export function fieldAt(x: number, z: number): { ring: number; hour: number } | undefined {
  const radius = Math.hypot(x, z);
  const ring = Math.floor(((OUTER_METRES - radius) / (OUTER_METRES - INNER_METRES)) * RINGS);
  const turned = Math.atan2(x, z);
  const along = ((turned < 0 ? turned + Math.PI * 2 : turned) - GAP / 2) / (Math.PI * 2 - GAP);
  if (ring < 0 || ring >= RINGS || along < 0 || along >= 1) return undefined;
  // Around the back backwards through the day.
  return { ring, hour: Math.floor(((along + 1 - NOW_SHARE) % 1) * HOURS) };
}
