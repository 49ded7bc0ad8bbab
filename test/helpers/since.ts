import type { Absence } from '../../data/since/absence.ts';
import type { SinceAnswer } from '../../data/since/since.ts';

/** What a home answers for an absence in which these changes happened. */
export const sinceAnswer = (
  { from, until }: Absence,
  changes: SinceAnswer['changes'] = [],
  report: Partial<SinceAnswer['report']> = {},
): SinceAnswer => ({
  from,
  until,
  audience: 'all',
  knownSince: null,
  isCut: false,
  changes: [...changes].sort((one, other) => one.at - other.at),
  counts: [],
  asks: [],
  report: {
    commits: { missing: null, knownSince: null, list: [] },
    merged: { missing: null, knownSince: null, list: [] },
    usage: null,
    ...report,
  },
});
