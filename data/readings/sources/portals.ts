import type { PortalRecord } from '../records.ts';
import { portalRecord } from '../schemas/portal.ts';
import type { Records } from './each-record.ts';
import { createPortalStates, parseStates } from './portal-states.ts';
import type { Source } from './source.ts';

type Upgrade = (entry: unknown) => unknown;
const asItIs: Upgrade = (entry) => entry;

/**
 * A registry with what the world shows of each portal. Legacy records (id, name, description, status,
 * destination) get the metadata's defaults and keep what they have of colour, position and rotation;
 * `upgrade` knows older forms of those. An optional field that cannot be read is left out alone.
 */
export const parsePortals = (raw: readonly unknown[], upgrade = asItIs): Records<PortalRecord> =>
  parseStates(raw.map(upgrade), portalRecord);

/** `portals.json` for the world's page and the gateway. */
export const createPortals = (upgrade?: Upgrade): Source<'portalRecords'> =>
  createPortalStates((raw) => parsePortals(raw, upgrade));
