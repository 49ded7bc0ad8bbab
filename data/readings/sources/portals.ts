import * as v from 'valibot';
import type { PortalProblem, PortalRecord } from '../records.ts';
import { isSpare, portalRecord } from '../schemas/portal.ts';
import { sourceNames } from '../labels.ts';
import { eachRecord } from './each-record.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('portals.json', base).href;
/** More portals than a ring can hold, and few enough to draw as a list. */
const MAX_PORTALS = 200;
export const portalsFile = v.pipe(v.array(v.unknown()), v.maxLength(MAX_PORTALS));

type Upgrade = (entry: unknown) => unknown;
const asItIs: Upgrade = (entry) => entry;

/**
 * Reads a registry record by record: a bad one is refused alone, with the field and the reason. Legacy records (id, name, description, status,
 * destination) get the metadata's defaults and keep what they have of colour, position and rotation; `upgrade` knows older forms of those. An
 * optional field that cannot be read is left out alone.
 */
export const parsePortals = (
  raw: readonly unknown[],
  upgrade = asItIs,
): { records: readonly PortalRecord[]; problems: readonly PortalProblem[] } =>
  eachRecord(raw.map(upgrade), portalRecord, 'portal', 'id', isSpare);

/** `portals.json` (specification 2.1). A widget shows neither colour nor place, and does without `upgrade`: it is to be small. */
export const createPortals = (upgrade?: Upgrade): Source<readonly PortalRecord[]> => ({
  name: 'portals',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).portalRecords,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getJson<typeof portalsFile, Outcome<readonly PortalRecord[]>>(io, {
      url: url(io.base),
      signal,
      schema: portalsFile,
      what: 'a list of portals',
      convert: (raw) => {
        const { records, problems } = parsePortals(raw, upgrade);
        if (records.length > 0) return { kind: 'value', value: records, problems };
        const cause = problems.length > 0 ? 'none of its records is valid' : 'it lists no portal';
        return { kind: 'empty', cause, problems };
      },
    }),
  target: (state) => state.readings.portalRecords,
  after(state, outcome) {
    state.portalProblems.set(outcome.problems ?? []);
  },
});
