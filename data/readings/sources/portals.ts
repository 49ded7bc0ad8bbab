import * as v from 'valibot';
import type { PortalRecord } from '../records.ts';
import { isSpare, portalRecord } from '../schemas/portal.ts';
import { type Records, eachRecord, recordsOutcome } from './each-record.ts';
import { type Source, jsonSource } from './source.ts';

/** More portals than a ring can hold, and few enough to draw as a list. */
const MAX_PORTALS = 200;
export const portalsFile = v.pipe(v.array(v.unknown()), v.maxLength(MAX_PORTALS));

type Upgrade = (entry: unknown) => unknown;
const asItIs: Upgrade = (entry) => entry;

/**
 * Reads a registry record by record: a bad one is refused alone, with the field and the reason.
 * Legacy records (id, name, description, status, destination) get the metadata's defaults and keep
 * what they have of colour, position and rotation; `upgrade` knows older forms of those. An
 * optional field that cannot be read is left out alone.
 */
export const parsePortals = (raw: readonly unknown[], upgrade = asItIs): Records<PortalRecord> =>
  eachRecord(raw.map(upgrade), portalRecord, 'portal', 'id', isSpare);

/**
 * `portals.json` (specification 2.1). A widget shows neither colour nor place, and does without
 * `upgrade`: it is to be small.
 */
export const createPortals = (upgrade?: Upgrade): Source<'portalRecords'> =>
  jsonSource({
    name: 'portalRecords',
    url: 'portals.json',
    schema: portalsFile,
    what: 'a list of portals',
    convert: (raw) =>
      recordsOutcome(parsePortals(raw, upgrade), 'it lists no portal', 'none of its records is valid'),
  });
