import * as v from 'valibot';
import type { VisionPoint } from '../records.ts';
import { visionFile, visionPoint } from '../schemas/vision.ts';
import { type PortalProblem, sourceNames } from '../state.ts';
import { firstIssue, getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('vision.json', base).href;

const nameOf = (raw: unknown, index: number): string => {
  const id = typeof raw === 'object' && raw !== null ? (raw as { id?: unknown }).id : undefined;
  return typeof id === 'string' && id !== '' ? id.slice(0, 64) : `entry ${index + 1}`;
};

/** Record by record: a bad one is refused alone. The first of two with the same id wins. */
export function parseVision(raw: readonly unknown[]): {
  points: readonly VisionPoint[];
  problems: readonly PortalProblem[];
} {
  const points: VisionPoint[] = [];
  const problems: PortalProblem[] = [];
  raw.forEach((entry, index) => {
    const result = v.safeParse(visionPoint, entry);
    const portal = nameOf(entry, index);
    if (!result.success) problems.push({ portal, reason: firstIssue(result.issues) });
    else if (points.some(({ id }) => id === result.output.id))
      problems.push({ portal, reason: 'id: another point before it has the same' });
    else points.push(result.output);
  });
  return { points, problems };
}

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
        const { points, problems } = parseVision(raw);
        if (points.length > 0) return { kind: 'value', value: points, problems };
        const cause = problems.length > 0 ? 'none of its points is valid' : 'it lists no point';
        return { kind: 'empty', cause, problems };
      },
    }),
  target: (state) => state.readings.vision,
  after(state, outcome) {
    state.visionProblems.set(outcome.problems ?? []);
  },
};
