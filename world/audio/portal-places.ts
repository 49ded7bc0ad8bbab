import { portalPresence } from '../../data/readings/portals.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import type { Position } from '../../data/world-state.ts';
import type { DronePlace } from './portal-drones.ts';

/** The level of return portals, closed portals and unanswered ones. An offline portal is silent. */
const FAINT_LEVEL = 0.45;

function levelOf(portal: Portal): number {
  const presence = portalPresence(portal);
  if (presence === 'offline') return 0;
  if (isReturnPortal(portal.record)) return FAINT_LEVEL;
  return presence === 'online' && portal.entrance.open ? 1 : FAINT_LEVEL;
}

/**
 * The positions of the drones: the middle of each portal's disc. The placeholder arch, shown if there are no
 * portals, has no drone.
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
