import type { AdapterRecord } from '../records.ts';
import { adaptersFile } from '../schemas/adapters.ts';
import { sourceNames } from '../source-names.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('adapters.json', base).href;

const listed = (adapters: readonly AdapterRecord[]): Outcome<readonly AdapterRecord[]> =>
  adapters.length > 0 ? { kind: 'value', value: adapters } : { kind: 'empty', cause: 'it lists no adapter' };

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
      convert: ({ adapters: list }) => listed(list),
    }),
  target: (state) => state.readings.adapters,
};
