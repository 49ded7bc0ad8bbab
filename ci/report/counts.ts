import { readFileSync } from 'node:fs';

/** The result of a runner, from the file of its reporter. */
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

/** Of Playwright's JSON report. */
interface PlaywrightStats {
  readonly expected: number;
  readonly unexpected: number;
  readonly flaky: number;
  readonly skipped: number;
}

/** A flaky test failed once: it is not a pass. */
const fromPlaywright = ({ expected, unexpected, flaky, skipped }: PlaywrightStats): Counts => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
});

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/**
 * The counts in a report file. It counts as one failure if the runner failed without a failed test
 * (it crashed, a file did not load), wrote no report or found no test.
 */
export function readCounts(
  file: string,
  succeeded: boolean,
  read = (path: string) => readFileSync(path, 'utf8'),
): Counts {
  let counts = none();
  try {
    const report = JSON.parse(read(file)) as Partial<Counts> & { readonly stats?: PlaywrightStats };
    const raw = report.stats ? fromPlaywright(report.stats) : report;
    if (!isCount(raw.passed) || !isCount(raw.failed) || !isCount(raw.skipped))
      throw new Error('not a report');
    counts = { passed: raw.passed, failed: raw.failed, skipped: raw.skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!succeeded || nothing) ? { ...counts, failed: 1 } : counts;
}
