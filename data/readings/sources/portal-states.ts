import * as v from 'valibot';
import type { PortalRecord } from '../records.ts';
import { fromLegacy } from '../schemas/legacy-portal.ts';
import { isSpare, portalState } from '../schemas/portal-state.ts';
import { type Records, eachRecord, recordsOutcome } from './each-record.ts';
import { type Source, jsonSource } from './source.ts';

/** The maximum number of portals: more than a ring can hold, and few enough for a list. */
const MAX_PORTALS = 200;
export const portalsFile = v.pipe(v.array(v.unknown()), v.maxLength(MAX_PORTALS));

/**
 * Validates each record of a registry separately: an invalid record is refused alone, with the field and the
 * reason. Records of an older registry are converted first.
 */
export const parseStates = (
  raw: readonly unknown[],
  schema: v.GenericSchema<unknown, PortalRecord> = portalState,
): Records<PortalRecord> => eachRecord(raw.map(fromLegacy), schema, 'portal', 'id', isSpare);

/**
 * `portals.json` (specification 2.1). A widget shows neither colour nor position, so it uses the default
 * `parse` without those fields, to stay small.
 */
export const createPortalStates = (
  parse: (raw: readonly unknown[]) => Records<PortalRecord> = (raw) => parseStates(raw),
): Source<'portalRecords'> =>
  jsonSource({
    name: 'portalRecords',
    url: 'portals.json',
    schema: portalsFile,
    what: 'a list of portals',
    convert: (raw) => recordsOutcome(parse(raw), 'it lists no portal', 'none of its records is valid'),
  });
