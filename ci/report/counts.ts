import { readFileSync } from 'node:fs';

/** What each runner's reporter writes to its file, and what is added up at the end. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none = (): Counts => ({ passed: 0, failed: 0, skipped: 0 });

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/**
 * The counts in a report file. A runner that ended badly without naming a failed test (it crashed, a file did not load),
 * that left no report, or that found no test at all, counts as one failure.
 */
export function readCounts(
  file: string,
  endedWell: boolean,
  read = (path: string) => readFileSync(path, 'utf8'),
): Counts {
  let counts = none();
  try {
    const raw = JSON.parse(read(file)) as Partial<Counts>;
    if (!isCount(raw.passed) || !isCount(raw.failed) || !isCount(raw.skipped))
      throw new Error('not a report');
    counts = { passed: raw.passed, failed: raw.failed, skipped: raw.skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!endedWell || nothing) ? { ...counts, failed: 1 } : counts;
}
