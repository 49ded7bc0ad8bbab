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
  /** The number of agents without a ring. None of them is busier than an agent with a ring. */
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

/**
 * The inner radius of the innermost field, and the outer radius of the outermost one, in metres. From the
 * start the whole dial is in the lower third of the picture.
 */
export const INNER_METRES = 1.9;
export const OUTER_METRES = 3.9;
/** The gap of the dial towards the start, at midnight, with the names. Radians. */
export const GAP = MathUtils.degToRad(44);

/**
 * The place of the present on the dial, as a share of the way from the gap's right edge, around the back, to
 * its left edge. The dial is a clock of 24 hours that runs clockwise from above, in the time of the visitor:
 * midnight is at the gap, 6 o'clock on the left, noon at the back and 18 o'clock on the right.
 */
export function nowShare(now: number): number {
  const date = new Date(now);
  return 1 - (date.getHours() + date.getMinutes() / 60) / HOURS;
}

/**
 * The angle of the time `hour` hours before `now`, measured from the direction towards the start. Radians.
 */
export const angleOf = (hour: number, now: number): number =>
  GAP / 2 + ((hour / HOURS + nowShare(now)) % 1) * (Math.PI * 2 - GAP);

/** The field under a place on the floor: ring 0 is the outermost, hour 0 the newest. */
export function fieldAt(x: number, z: number, now: number): { ring: number; hour: number } | undefined {
  const radius = Math.hypot(x, z);
  const ring = Math.floor(((OUTER_METRES - radius) / (OUTER_METRES - INNER_METRES)) * RINGS);
  const turned = Math.atan2(x, z);
  const along = ((turned < 0 ? turned + Math.PI * 2 : turned) - GAP / 2) / (Math.PI * 2 - GAP);
  if (ring < 0 || ring >= RINGS || along < 0 || along >= 1) return undefined;
  // Hours are counted backwards from the newest.
  return { ring, hour: Math.floor(((along + 1 - nowShare(now)) % 1) * HOURS) };
}
