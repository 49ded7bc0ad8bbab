import type { AdapterRecord, PortalProblem } from '../records.ts';
import { adapterRecord, adaptersFile } from '../schemas/adapters.ts';
import { sourceNames } from '../labels.ts';
import { eachRecord } from './each-record.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('adapters.json', base).href;

/** Record by record: a bad one is refused alone. */
export const parseAdapters = (
  raw: readonly unknown[],
): { records: readonly AdapterRecord[]; problems: readonly PortalProblem[] } =>
  eachRecord(raw, adapterRecord, 'adapter', 'name');

/** `adapters.json`, a file that an owner may add: without it there are no adapters, and that is no failure. */
export const adapters: Source<readonly AdapterRecord[]> = {
  name: 'adapters',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).adapters,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getJson<typeof adaptersFile, Outcome<readonly AdapterRecord[]>>(io, {
      url: url(io.base),
      signal,
      schema: adaptersFile,
      what: 'a list of adapters',
      maxBytes: 100_000,
      refused: (status) => (status === 404 ? { kind: 'empty', cause: 'there is no such file' } : undefined),
      convert: ({ adapters: raw }) => {
        const { records, problems } = parseAdapters(raw);
        if (records.length > 0) return { kind: 'value', value: records, problems };
        const cause = problems.length > 0 ? 'none of its records is valid' : 'it lists no adapter';
        return { kind: 'empty', cause, problems };
      },
    }),
  target: (state) => state.readings.adapters,
  after(state, outcome) {
    state.adapterProblems.set(outcome.problems ?? []);
  },
};
