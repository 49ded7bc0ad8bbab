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

/** The commits of the last day that fit on the floor. */
export interface HeatGrid extends CommitHours {
  /** The busiest agents first, one for each ring. */
  readonly rows: readonly AgentHours[];
  /** The number of agents without a ring. They are not busier than any agent with one. */
  readonly leftOut: number;
}

/**
 * Agents by hours of the last day. If there are more agents than rings, the innermost ring stays dark and its
 * label has the number of agents left out.
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
 * The brightness of a field, 0 to 1: one commit is visible, each doubling is a constant step, and eight
 * commits or more are the maximum.
 */
export const heatOf = (commits: number): number =>
  commits <= 0 ? 0 : Math.min(1, 0.5 + Math.log2(commits) / 6);

/** The inner radius of the innermost field, and the outer radius of the outermost one. Metres. */
export const INNER_METRES = 2.6;
export const OUTER_METRES = 8;
/** The gap of the dial towards the start, with the names. Radians. */
export const GAP = MathUtils.degToRad(44);
/**
 * The position of the newest hour as a share of the dial from the gap's right edge, around the back, to its
 * left edge: on the right as seen from the start, so that the newest fields, and the sparks that land in
 * them, are in the picture.
 */
export const NOW_SHARE = 6 / HOURS;

/** The angle of the time `hour` hours ago, measured from the direction towards the start. Radians. */
export const angleOf = (hour: number): number =>
  GAP / 2 + ((hour / HOURS + NOW_SHARE) % 1) * (Math.PI * 2 - GAP);

/** The field under a place on the floor: ring 0 is the outermost, hour 0 the newest. */
export function fieldAt(x: number, z: number): { ring: number; hour: number } | undefined {
  const radius = Math.hypot(x, z);
  const ring = Math.floor(((OUTER_METRES - radius) / (OUTER_METRES - INNER_METRES)) * RINGS);
  const turned = Math.atan2(x, z);
  const along = ((turned < 0 ? turned + Math.PI * 2 : turned) - GAP / 2) / (Math.PI * 2 - GAP);
  if (ring < 0 || ring >= RINGS || along < 0 || along >= 1) return undefined;
  // From the newest hour around the back, time goes backwards.
  return { ring, hour: Math.floor(((along + 1 - NOW_SHARE) % 1) * HOURS) };
}
