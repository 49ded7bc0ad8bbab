import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { layoutPortals } from '../../portals/layout.ts';
import type { PortalPlace } from '../../portals/portal-view-model.ts';

/** A portal round which stones have come loose, and what is done to it. */
export interface GravityZone {
  readonly id: string;
  readonly name: string;
  readonly kind: 'rebuilding' | 'blocked';
  readonly place: PortalPlace;
}

/** The portals that are rebuilding or blocked, each where it stands on the ring of all of them. */
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

/** The stones there are, for all zones together; and those of one zone, by level. */
export const MAX_FRAGMENTS = 280;
const FRAGMENTS: Record<QualityLevel, number> = { lowest: 12, low: 18, middle: 28, highest: 36 };

/** Each zone gets the same number of stones, fewer where there are many zones; at least one. */
export const fragmentsPerZone = (zones: number, quality: QualityLevel): number =>
  zones === 0 ? 0 : Math.max(1, Math.min(FRAGMENTS[quality], Math.floor(MAX_FRAGMENTS / zones)));

/** Builders are seen at work only while that is known to be so: from an old or an offline reading the stones stand still. */
export const zonesMove = (reading: Reading<readonly Portal[]>): boolean => reading.state === 'live';

const DOING: Record<GravityZone['kind'], string> = {
  rebuilding: 'is being rebuilt: its stones drift into place',
  blocked: 'is blocked: stones hang before it',
};

export const zoneLabel = (
  { name, kind }: GravityZone,
  reading: Reading<readonly Portal[]>,
  now: number,
): string => `${name} ${DOING[kind]} — ${provenanceText(reading, now)}`;
