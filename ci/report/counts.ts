import { readFileSync } from 'node:fs';

/** A test and how long it took. */
export interface TimedTest {
  readonly title: string;
  readonly ms: number;
}

/** A test that failed, and why. */
export interface Failure {
  readonly title: string;
  readonly message: string;
}

/** The result of a runner, from the file of its reporter. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The slowest first, ten at most. */
  slowest: readonly TimedTest[];
  /** The first ten that failed. */
  failures: readonly Failure[];
}

export const none = (): Counts => ({ passed: 0, failed: 0, skipped: 0, slowest: [], failures: [] });

export const slowestOf = (tests: readonly TimedTest[]): TimedTest[] =>
  tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  slowest: slowestOf([...one.slowest, ...other.slowest]),
  failures: [...one.failures, ...other.failures].slice(0, 10),
});

/** A part of Playwright's JSON report. */
interface PlaywrightStats {
  readonly expected: number;
  readonly unexpected: number;
  readonly flaky: number;
  readonly skipped: number;
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightResult {
  readonly duration: number;
  readonly errors: readonly PlaywrightError[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly results: readonly PlaywrightResult[] }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: PlaywrightStats;
  readonly suites: readonly PlaywrightSuite[];
  /** Errors outside of tests, for example of a file that does not load. */
  readonly errors: readonly PlaywrightError[];
}

interface TitledResult extends PlaywrightResult {
  readonly title: string;
}

const resultsIn = ({ suites = [], specs }: PlaywrightSuite): TitledResult[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ results }) => results.map((result) => ({ ...result, title: `${file}: ${title}` }))),
  ),
  ...suites.flatMap(resultsIn),
];

/** Reads the report of Playwright. A flaky test counts as failed, because it failed at least once. */
function fromPlaywright({ stats, suites, errors: outside }: PlaywrightReport): Counts {
  const results = suites.flatMap(resultsIn);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    slowest: slowestOf(results.map(({ title, duration }) => ({ title, ms: duration }))),
    failures: [...results, { title: 'outside of the tests', errors: outside }].flatMap(({ title, errors }) =>
      errors.map(({ message = '' }) => ({ title, message })),
    ),
  };
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/**
 * Returns the counts in a report file. Adds one failure if the runner failed without a failed test (for
 * example, it crashed or a file did not load), wrote no report or ran no test.
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
    const { passed, failed, skipped, slowest = [], failures = [] } = raw;
    counts = { passed, failed, skipped, slowest, failures };
  } catch {
    return { ...none(), failed: 1 };
  }
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!succeeded || nothing) ? { ...counts, failed: 1 } : counts;
}
