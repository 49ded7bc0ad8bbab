import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { type Counts, type Failure, type TimedTest, add, none, slowestOf } from './counts.ts';

const below = (path: string, { name }: TestSuiteResult): string => (name ? `${path} › ${name}` : path);

const timedTests = ({ tests, suites }: TestSuiteResult, path: string): TimedTest[] => [
  ...tests.map(({ name, duration }) => ({ title: `${path}: ${name}`, ms: duration ?? 0 })),
  ...suites.flatMap((suite) => timedTests(suite, below(path, suite))),
];

const failures = ({ tests, suites }: TestSuiteResult, path: string): Failure[] => [
  ...tests.flatMap(({ name, passed, skipped, error }) =>
    passed || skipped ? [] : [{ title: `${path}: ${name}`, message: error?.message ?? '' }],
  ),
  ...suites.flatMap((suite) => failures(suite, below(path, suite))),
];

function countSuite(suite: TestSuiteResult): Counts {
  const own = none();
  for (const test of suite.tests) {
    if (test.skipped) own.skipped += 1;
    else if (test.passed) own.passed += 1;
    else own.failed += 1;
  }
  return suite.suites.map(countSuite).reduce(add, own);
}

/** An error outside the tests, such as a file that does not load, counts as one failure. */
function countSession({ testFile, testResults, errors, passed }: TestSession): Counts {
  const page = basename(testFile, '.js');
  const outside = errors.map(({ message }) => ({ title: page, message }));
  const counts =
    testResults === undefined
      ? { ...none(), failures: outside }
      : {
          ...countSuite(testResults),
          slowest: slowestOf(timedTests(testResults, page)),
          failures: [...failures(testResults, page), ...outside],
        };
  const broken = passed === false || errors.length > 0;
  return broken && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A reporter for @web/test-runner that writes the counts to a file. */
export const countsReporter = (file: string): Reporter => ({
  stop({ sessions }) {
    writeFileSync(file, JSON.stringify([...sessions].map(countSession).reduce(add, none())));
  },
});
