import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { layoutPortals } from '../../portals/layout.ts';
import type { PortalPlace } from '../../portals/portal-view-model.ts';

/** A portal with floating stones, and the reason for them. */
export interface GravityZone {
  readonly id: string;
  readonly name: string;
  readonly kind: 'rebuilding' | 'blocked';
  readonly place: PortalPlace;
}

/** The portals that are rebuilding or blocked, at their places in the ring. */
export function gravityZones(
  reading: Reading<readonly Portal[]>,
  groundAt: (x: number, z: number) => number,
): GravityZone[] {
  const portals = currentValue(reading) ?? [];
  const places = layoutPortals(
    portals.map(({ record }) => record),
    groundAt,
  );
  return portals.flatMap(({ record }, index) => {
    const { readiness_state: kind, id, name } = record;
    const place = places[index];
    return place && (kind === 'rebuilding' || kind === 'blocked') ? [{ id, name, kind, place }] : [];
  });
}

/** The maximum number of stones in all zones, and the number in one zone by quality level. */
export const MAX_FRAGMENTS = 280;
const FRAGMENTS: Record<QualityLevel, number> = { lowest: 12, low: 18, middle: 28, highest: 36 };

/** Every zone has the same number of stones, at least one. With many zones the number is smaller. */
export const fragmentsPerZone = (zones: number, quality: QualityLevel): number =>
  zones === 0 ? 0 : Math.max(1, Math.min(FRAGMENTS[quality], Math.floor(MAX_FRAGMENTS / zones)));

/** The stones move only while the reading is live. */
export const zonesMove = (reading: Reading<readonly Portal[]>): boolean => reading.state === 'live';

const DOING: Record<GravityZone['kind'], string> = {
  rebuilding: 'is being rebuilt: its stones drift into place',
  blocked: 'is blocked: stones hang in front of it',
};

export const zoneLabel = (
  { name, kind }: GravityZone,
  reading: Reading<readonly Portal[]>,
  now: number,
): string => `${name} ${DOING[kind]} — ${provenanceText(reading, now)}`;
