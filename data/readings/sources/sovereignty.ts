import type { Sovereignty } from '../records.ts';
import { sovereigntyFile } from '../schemas/sovereignty.ts';
import { sourceNames } from '../labels.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('sovereignty-status.json', base).href;

/** `sovereignty-status.json` (specification 2.3) */
export const sovereignty: Source<Sovereignty> = {
  name: 'sovereignty',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).sovereignty,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getJson<typeof sovereigntyFile, Outcome<Sovereignty>>(io, {
      url: url(io.base),
      signal,
      schema: sovereigntyFile,
      what: 'a sovereignty status file',
      convert: (value) => ({ kind: 'value', value }),
    }),
  target: (state) => state.readings.sovereignty,
};
