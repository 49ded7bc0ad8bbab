import type { VisionPoint } from '../records.ts';
import { visionFile, visionPoint } from '../schemas/vision.ts';
import { type Records, eachRecord, recordsOutcome } from './each-record.ts';
import { emptyIfMissing, jsonSource } from './source.ts';

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
