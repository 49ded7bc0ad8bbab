import { currentValue } from '../readings/reading.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import { fromLegacy } from '../readings/schemas/legacy-portal.ts';
import { commits, commitsOfDays } from '../readings/sources/commits.ts';
import { merged } from '../readings/sources/merged.ts';
import { createPortalHealth } from '../readings/sources/portal-health.ts';
import { createPortals } from '../readings/sources/portals.ts';
import type { Source } from '../readings/sources/source.ts';
import { heartbeatSources } from './heartbeat.ts';

/**
 * What the world's page requests at its start, and the gateway for the resident, the badges and the
 * log. Those of `world-sources.ts` follow.
 */
export const homeSources = (
  { readings }: Pick<ReadingsState, 'readings'>,
  portals = createPortals(fromLegacy),
): readonly Source[] => [
  portals,
  // The floor and the time-lapse show whole days, and not the latest fifty commits.
  ...heartbeatSources.filter((source) => source !== commits),
  commitsOfDays,
  merged,
  createPortalHealth(() => currentValue(readings.portalRecords.get()) ?? []),
];
