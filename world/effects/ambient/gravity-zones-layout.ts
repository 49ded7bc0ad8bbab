import type { Matrix4 } from 'three';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import type { PortalDoor } from '../../core/scene/portal-door.ts';

/** A portal with floating stones, and the reason for them. */
export interface GravityZone {
  readonly id: string;
  readonly name: string;
  readonly kind: 'rebuilding' | 'blocked';
  /** The matrix from local coordinates of the arch to world coordinates. */
  readonly matrix: Matrix4;
}

/** The portals that are rebuilding or blocked, at the places where their arches stand. */
export function gravityZones(
  reading: Reading<readonly Portal[]>,
  doors: readonly PortalDoor[],
): GravityZone[] {
  return (currentValue(reading) ?? []).flatMap(({ record }) => {
    const { readiness_state: kind, id, name } = record;
    const door = doors.find((one) => one.id === id);
    if (!door || (kind !== 'rebuilding' && kind !== 'blocked')) return [];
    return [{ id, name, kind, matrix: door.inward.clone().invert() }];
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
