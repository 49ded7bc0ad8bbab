import type { AdapterRecord } from '../records.ts';
import { adapterRecord, adaptersFile } from '../schemas/adapters.ts';
import { type Records, eachRecord, recordsOutcome } from './each-record.ts';
import { emptyIfMissing, jsonSource } from './source.ts';

/** Validates each record separately: an invalid record does not affect the others. */
export const parseAdapters = (raw: readonly unknown[]): Records<AdapterRecord> =>
  eachRecord(raw, adapterRecord, 'adapter', 'name');

/** `adapters.json`, an optional file of the owner: without it there are no adapters. */
export const adapters = jsonSource({
  name: 'adapters',
  url: 'adapters.json',
  schema: adaptersFile,
  what: 'a list of adapters',
  maxBytes: 100_000,
  refused: emptyIfMissing,
  convert: ({ adapters: raw }) =>
    recordsOutcome(parseAdapters(raw), 'it lists no adapter', 'none of its records is valid'),
});
