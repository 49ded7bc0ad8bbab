import type { AgentActivity, Commit } from '../../data/records.ts';

export const HOURS = 24;
/** Rings in the floor. */
export const RINGS = 10;
const HOUR_MS = 3_600_000;

/** One agent's last day. */
export interface HeatRow {
  readonly name: string;
  /** Commits by hour: 0 is the hour now running back from this moment, 23 the one a day ago. */
  readonly hours: readonly number[];
  readonly total: number;
}
export interface HeatGrid {
  /** Busiest first, at most `RINGS`. */
  readonly rows: readonly HeatRow[];
  /** Agents that found no ring, all of them no busier than the last that did. */
  readonly leftOut: number;
  readonly commits: number;
  readonly agents: number;
}

/**
 * Agents by hours of the last day. Names are compared without regard to case (specification 3.1); the commits need not be sorted, and a
 * date in the future, from a clock that runs ahead, counts as now.
 */
export function heatGrid(
  agents: readonly AgentActivity[],
  commits: readonly Commit[],
  now: number,
): HeatGrid {
  const rows = agents.map(({ name, lastCommitAt }) => ({
    name,
    hours: Array.from({ length: HOURS }, () => 0),
    total: 0,
    last: lastCommitAt ?? 0,
  }));
  const byKey = new Map(rows.map((row) => [row.name.toLowerCase(), row]));
  for (const { author, authoredAt } of commits) {
    const row = byKey.get(author.toLowerCase());
    const hour = Math.max(0, Math.floor((now - authoredAt) / HOUR_MS));
    if (!row || hour >= HOURS) continue;
    row.hours[hour] = (row.hours[hour] ?? 0) + 1;
    row.total++;
  }
  rows.sort((a, b) => b.total - a.total || b.last - a.last);
  return {
    rows: rows.slice(0, RINGS).map(({ name, hours, total }) => ({ name, hours, total })),
    leftOut: Math.max(0, rows.length - RINGS),
    commits: rows.reduce((sum, { total }) => sum + total, 0),
    agents: rows.filter(({ total }) => total > 0).length,
  };
}

/** How brightly a field shines, 0 to 1: one commit is seen, the fourth is hardly brighter than the third. */
export const heatOf = (commits: number): number =>
  commits <= 0 ? 0 : Math.min(1, 0.62 + 0.19 * Math.log2(commits));

/** Radius of the innermost field's inner edge, and of the outermost one's outer edge. Metres. */
export const INNER_METRES = 2.6;
export const OUTER_METRES = 8;
/** Towards the start the dial is open: the names stand there. Radians. */
export const GAP = (44 * Math.PI) / 180;

/** The field under a place on the floor: ring 0 is the outermost, hour 0 the newest. */
export function fieldAt(x: number, z: number): { ring: number; hour: number } | undefined {
  const radius = Math.hypot(x, z);
  const ring = Math.floor(((OUTER_METRES - radius) / (OUTER_METRES - INNER_METRES)) * RINGS);
  // From the gap's right edge, as seen from the start, round the back to its left one: backwards through the day.
  const turned = Math.atan2(x, z);
  const along = ((turned < 0 ? turned + Math.PI * 2 : turned) - GAP / 2) / (Math.PI * 2 - GAP);
  const hour = Math.floor(along * HOURS);
  return ring < 0 || ring >= RINGS || hour < 0 || hour >= HOURS ? undefined : { ring, hour };
}
