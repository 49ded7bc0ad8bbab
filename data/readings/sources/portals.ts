import type { PortalRecord } from '../records.ts';
import { portalRecord } from '../schemas/portal.ts';
import type { Records } from './each-record.ts';
import { createPortalStates, parseStates } from './portal-states.ts';
import type { Source } from './source.ts';

/**
 * A registry with everything that the world shows of each portal. Legacy records (id, name, description,
 * status, destination) get defaults for the metadata, and keep colour, position and rotation if they have
 * them. If only optional fields are invalid, these fields are left out, and the rest of the record is kept.
 */
export const parsePortals = (raw: readonly unknown[]): Records<PortalRecord> =>
  parseStates(raw, portalRecord);

/** `portals.json` for the world's page and the gateway. */
export const createPortals = (): Source<'portalRecords'> => createPortalStates(parsePortals);
