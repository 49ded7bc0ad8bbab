import type { AgentActivity } from '../../../data/readings/records.ts';
import { seedOf, seededRandom } from '../../utils/noise.ts';

/** Degrees: clockwise from the direction of the start view (−z), and above the horizon. */
interface SkyPlace {
  readonly azimuth: number;
  readonly elevation: number;
}

/** A point on a figure's own map: degrees to the right of its centre and above it. */
export interface FigurePoint {
  readonly x: number;
  readonly y: number;
}

type Line = readonly [from: FigurePoint, to: FigurePoint];

interface Figure {
  readonly stars: readonly FigurePoint[];
  /** Lines between two stars. Together they connect all stars. */
  readonly lines: readonly Line[];
}

/** The maximum distance of a star from the centre of its figure. Degrees. */
export const FIGURE_DEGREES = 4.6;
/** The minimum distance between two stars of a figure, so that they stay separate on a phone. */
const APART_DEGREES = 2.1;

/**
 * Elevation and azimuths of the places in degrees, best places first. The first two lines form the lowest
 * row. Seen from the position where a visit begins, it is just above portals and panels, and no arch hides
 * it. It leaves space for the meter, the words over the resident and the Earth. In windows of 16:9, 4:3 and
 * 21:9, its names overlap neither the header nor the window's edge. The visitor must look up for the higher
 * rows.
 */
const rows: readonly (readonly [elevation: number, ...azimuths: number[]])[] = [
  [20.5, 15, -15],
  [19, 59, -59, 74, -74],
  [37, 0, 15, -15, 32, -32, 50, -50],
  [51, 10, -10, 31, -31, 53, -53],
  [65, 0, 34, -34, 68, -68],
];
/** All places, the best first. The order is constant, so that an agent's index stays valid. */
export const skyPlaces: readonly SkyPlace[] = rows.flatMap(([elevation, ...azimuths]) =>
  azimuths.map((azimuth) => ({ azimuth, elevation })),
);

/** Degrees between two stars, on the flat map of a figure. */
const apart = (a: FigurePoint, b: FigurePoint): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Four to seven separate stars, connected by the shortest lines. */
export function figureOf(name: string): Figure {
  const random = seededRandom(seedOf(name.toLowerCase()));
  const wanted = 4 + Math.floor(random() * 4);
  const stars: FigurePoint[] = [];
  for (let tries = 0; stars.length < wanted && tries < 400; tries++) {
    const around = random() * Math.PI * 2;
    const away = Math.sqrt(random()) * FIGURE_DEGREES;
    const star = { x: Math.cos(around) * away, y: Math.sin(around) * away * 0.72 };
    if (stars.every((other) => apart(star, other) >= APART_DEGREES)) stars.push(star);
  }
  return { stars, lines: shortestTree(stars) };
}

/** The minimum spanning tree of the stars (Prim's algorithm). */
function shortestTree(stars: readonly FigurePoint[]): Line[] {
  const lines: Line[] = [];
  const joined = new Set(stars.slice(0, 1));
  const free = new Set(stars.slice(1));
  while (free.size > 0) {
    let best: Line | undefined;
    for (const from of joined)
      for (const to of free) if (!best || apart(from, to) < apart(...best)) best = [from, to];
    if (!best) break;
    lines.push(best);
    joined.add(best[1]);
    free.delete(best[1]);
  }
  return lines;
}

/** The order in which agents get the good places. */
const urgency: Readonly<Record<AgentActivity['status'], number>> = {
  working: 0,
  idle: 1,
  dormant: 2,
  dead: 3,
};

/**
 * The place of each agent. An agent keeps its place; new ones get the best free place, those active today first.
 * If there are more agents than places, the rest have none.
 */
export function placeAgents(
  agents: readonly Pick<AgentActivity, 'name' | 'status'>[],
  before: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const placed = new Map<string, number>();
  const taken = new Set<number>();
  for (const { name } of agents) {
    const place = before.get(name);
    if (place === undefined) continue;
    placed.set(name, place);
    taken.add(place);
  }
  for (const { name } of agents.toSorted((a, b) => urgency[a.status] - urgency[b.status])) {
    if (placed.has(name)) continue;
    const place = skyPlaces.findIndex((_place, index) => !taken.has(index));
    if (place < 0) break;
    placed.set(name, place);
    taken.add(place);
  }
  return placed;
}
