import type { AdapterRecord, VisionPoint } from '../records.ts';
import {
  adapterRecord,
  adaptersFile,
  agentStatusFile,
  visionFile,
  visionPoint,
} from '../schemas/owner-files.ts';
import { type Records, eachRecord, recordsOutcome } from './each-record.ts';
import { emptyIfMissing, jsonSource, textSource } from './source.ts';

/** `agent-status.json` (specification 2.2) */
export const agentStatus = jsonSource({
  name: 'agentStatus',
  url: 'agent-status.json',
  schema: agentStatusFile,
  what: 'an agent status file',
  convert: ({ agents }) =>
    agents.length > 0 ? { kind: 'value', value: agents } : { kind: 'empty', cause: 'it names no agent' },
});

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

/** Validates each record separately: an invalid record does not affect the others. */
export const parseVision = (raw: readonly unknown[]): Records<VisionPoint> =>
  eachRecord(raw, visionPoint, 'point', 'id');

/** `vision.json`: places on the island with a text to read. */
export const vision = jsonSource({
  name: 'vision',
  url: 'vision.json',
  everySeconds: 300,
  schema: visionFile,
  what: 'a list of vision points',
  maxBytes: 100_000,
  refused: emptyIfMissing,
  convert: (raw) => recordsOutcome(parseVision(raw), 'it lists no point', 'none of its points is valid'),
});

/** Whether the text is an HTML page: some static hosts answer all URLs with their page. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(text);

/** `soul.md`: the oath, written by the owner. */
export const soul = textSource({
  name: 'soul',
  url: 'soul.md',
  everySeconds: 600,
  // A few pages, because more text would not fit on a stone.
  maxBytes: 20_000,
  refused: emptyIfMissing,
  parse: (text) =>
    text.trim() === '' || isPage(text)
      ? { kind: 'empty', cause: 'nothing is written there' }
      : { kind: 'value', value: text.trim() },
});
