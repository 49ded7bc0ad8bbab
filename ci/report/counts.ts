import { readFileSync } from 'node:fs';

/** A test and how long it took. */
export interface TimedTest {
  readonly title: string;
  readonly ms: number;
}

/** The result of a runner, from the file of its reporter. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The slowest first, ten at most. */
  slowest: readonly TimedTest[];
}

export const none = (): Counts => ({ passed: 0, failed: 0, skipped: 0, slowest: [] });

export const slowestOf = (tests: readonly TimedTest[]): TimedTest[] =>
  tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  slowest: slowestOf([...one.slowest, ...other.slowest]),
});

/** A part of Playwright's JSON report. */
interface PlaywrightStats {
  readonly expected: number;
  readonly unexpected: number;
  readonly flaky: number;
  readonly skipped: number;
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: PlaywrightStats;
  readonly suites: readonly PlaywrightSuite[];
}

const timedTests = ({ suites = [], specs }: PlaywrightSuite): TimedTest[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ title: `${file}: ${title}`, ms: duration })),
    ),
  ),
  ...suites.flatMap(timedTests),
];

/** A flaky test failed once: it is not a pass. */
const fromPlaywright = ({ stats, suites }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  slowest: slowestOf(suites.flatMap(timedTests)),
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
    const report = JSON.parse(read(file)) as Partial<Counts> | PlaywrightReport;
    const raw = 'stats' in report ? fromPlaywright(report) : report;
    if (!isCount(raw.passed) || !isCount(raw.failed) || !isCount(raw.skipped))
      throw new Error('not a report');
    counts = { passed: raw.passed, failed: raw.failed, skipped: raw.skipped, slowest: raw.slowest ?? [] };
  } catch {
    return { ...none(), failed: 1 };
  }
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!succeeded || nothing) ? { ...counts, failed: 1 } : counts;
}
