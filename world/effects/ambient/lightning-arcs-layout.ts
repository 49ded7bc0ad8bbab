import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import { counted, provenanceText } from '../../../data/readings/format.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import type { Position } from '../../../data/world-state.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { heightAt } from '../../terrain/island/height.ts';

/** A pylon's height: from the start, arcs are visible above the names of the portals. Metres. */
export const TIP_HEIGHT = 7.1;
/**
 * The feet of two pylons on each side, away from the paths. From the start they are behind the middles of
 * panels, so that the arcs between them cover no panel, no name and not the meter, and leave the sky behind
 * the resident dark. Metres.
 */
const FEET = [
  [-5.1, -14.2],
  [-15.9, -17.5],
  [5.1, -14.2],
  [15.9, -17.5],
] as const;
/** The pairs of pylons with arcs, left and right alternately. */
export const arcPairs = [
  [0, 1],
  [2, 3],
] as const;
const ARCS_PER_PAIR = 3;

export const pylonPlaces = (): Position[] => FEET.map(([x, z]) => ({ x, y: heightAt(x, z), z }));

export const MAX_ARCS = arcPairs.length * ARCS_PER_PAIR;
/** How long an arc keeps its course. All arcs together change far less often than three times a second. */
export const STRIKE_SECONDS = 4.5;
/** The two pylons of the arc `index`. */
export const arcEnds = (index: number): readonly [number, number] =>
  arcPairs[index % arcPairs.length] ?? arcPairs[0];

/** The middles of the first `count` arcs. */
export function arcMiddles(count: number, pylons: readonly Position[]): Position[] {
  return Array.from({ length: count }, (_unused, index) => {
    const [from, to] = arcEnds(index).map((pylon) => pylons[pylon]);
    if (!from || !to) return { x: 0, y: TIP_HEIGHT, z: 0 };
    return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + TIP_HEIGHT, z: (from.z + to.z) / 2 };
  });
}

/** How pylons and arcs look. Without a colour the pylons are dark. */
export interface ArcsLook {
  readonly arcs: number;
  readonly tips: ColorName | undefined;
  /** The light of arcs and tips, 0 to 1. */
  readonly light: number;
  /** Whether the arcs move: only with a live reading. */
  readonly moves: boolean;
}

const DARK: ArcsLook = { arcs: 0, tips: undefined, light: 0, moves: false };

/** An arc for each agent that is active now, up to `MAX_ARCS`. */
export function arcsLook(reading: Reading<readonly AgentActivity[]>, activeNow: number): ArcsLook {
  const agents = currentValue(reading);
  const arcs = Math.min(MAX_ARCS, activeNow);
  switch (reading.state) {
    case 'live':
      return { arcs, tips: arcs > 0 ? 'agentWorking' : 'agentIdle', light: arcs > 0 ? 1 : 0.6, moves: true };
    case 'stale':
      return { arcs, tips: 'readingStale', light: 0.5, moves: false };
    case 'offline':
      return agents ? { arcs, tips: 'readingOffline', light: 0.4, moves: false } : DARK;
    case 'error':
      return { arcs: 0, tips: 'error', light: 0.6, moves: false };
    case 'empty':
      return { arcs: 0, tips: 'readingEmpty', light: 0.35, moves: false };
    case 'loading':
      return DARK;
  }
}

/** `Lightning arcs: 2 agents active now — agent-status.json · just now`, or the problem (specification 7). */
export function arcsLabel(
  reading: Reading<readonly AgentActivity[]>,
  activeNow: number,
  now: number,
): string {
  const more = activeNow > MAX_ARCS ? `, ${MAX_ARCS} of them as arcs` : '';
  const text = currentValue(reading)
    ? `${counted(activeNow, 'agent')} active now${more}`
    : (agentRows(reading)[0]?.text ?? '');
  return `Lightning arcs: ${text} — ${provenanceText(reading, now)}`;
}
