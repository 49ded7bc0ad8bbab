import { portalPresence } from '../../data/readings/portals.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import type { Position } from '../../data/world-state.ts';
import type { DronePlace } from './portal-drones.ts';

/**
 * A dark arch is silent; one without an answer from its world yet is faint, and so is a closed one.
 */
const FAINT_LEVEL = 0.45;

function levelOf(portal: Portal): number {
  const presence = portalPresence(portal);
  if (presence === 'offline') return 0;
  if (isReturnPortal(portal.record)) return FAINT_LEVEL;
  return presence === 'online' && portal.entrance.open ? 1 : FAINT_LEVEL;
}

/**
 * Where the drones of portals are: in the middle of their discs. The placeholder arch, which stands
 * where there are no portals, has none.
 */
export function portalDronePlaces(
  reading: Reading<readonly Portal[]>,
  doors: readonly { readonly id: string; readonly centre: Position }[],
): DronePlace[] {
  const portals = currentValue(reading) ?? [];
  return portals.flatMap((portal, index) => {
    const { id } = portal.record;
    const centre = doors.find((door) => door.id === id)?.centre;
    if (!centre) return [];
    return [{ id, x: centre.x, y: centre.y, z: centre.z, index, level: levelOf(portal) }];
  });
}
