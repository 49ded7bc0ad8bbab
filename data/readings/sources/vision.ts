import type { PortalProblem, VisionPoint } from '../records.ts';
import { visionFile, visionPoint } from '../schemas/vision.ts';
import { sourceNames } from '../labels.ts';
import { eachRecord } from './each-record.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('vision.json', base).href;

/** Record by record: a bad one is refused alone. */
export const parseVision = (
  raw: readonly unknown[],
): { records: readonly VisionPoint[]; problems: readonly PortalProblem[] } =>
  eachRecord(raw, visionPoint, 'point', 'id');

/** `vision.json`: places on the island where a visitor may read something. */
export const vision: Source<readonly VisionPoint[]> = {
  name: 'vision',
  intervalSeconds: 300,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).vision,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getJson<typeof visionFile, Outcome<readonly VisionPoint[]>>(io, {
      url: url(io.base),
      signal,
      schema: visionFile,
      what: 'a list of vision points',
      maxBytes: 100_000,
      refused: (status) => (status === 404 ? { kind: 'empty', cause: 'there is no such file' } : undefined),
      convert: (raw) => {
        const { records, problems } = parseVision(raw);
        if (records.length > 0) return { kind: 'value', value: records, problems };
        const cause = problems.length > 0 ? 'none of its points is valid' : 'it lists no point';
        return { kind: 'empty', cause, problems };
      },
    }),
  target: (state) => state.readings.vision,
  after(state, outcome) {
    state.visionProblems.set(outcome.problems ?? []);
  },
};
