import { sovereigntyFile } from '../schemas/sovereignty.ts';
import { jsonSource } from './source.ts';

/** `sovereignty-status.json` (specification 2.3) */
export const sovereignty = jsonSource({
  name: 'sovereignty',
  url: 'sovereignty-status.json',
  schema: sovereigntyFile,
  what: 'a sovereignty status file',
  convert: (value) => ({ kind: 'value', value }),
});
