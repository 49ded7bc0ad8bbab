import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { type Counts, type Failure, type TimedTest, add, none, slowestOf } from './counts.ts';

const timedTests = ({ tests, suites }: TestSuiteResult, file: string): TimedTest[] => [
  ...tests.map(({ name, duration }) => ({ title: `${file}: ${name}`, ms: duration ?? 0 })),
  ...suites.flatMap((suite) => timedTests(suite, file)),
];

const failures = ({ tests, suites }: TestSuiteResult, file: string): Failure[] => [
  ...tests.flatMap(({ name, passed, skipped, error }) =>
    passed || skipped ? [] : [{ title: `${file}: ${name}`, message: error?.message ?? '' }],
  ),
  ...suites.flatMap((suite) => failures(suite, file)),
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
  const file = relative('.', testFile);
  const outside = errors.map(({ message }) => ({ title: file, message }));
  const counts =
    testResults === undefined
      ? { ...none(), failures: outside }
      : {
          ...countSuite(testResults),
          slowest: slowestOf(timedTests(testResults, file)),
          failures: [...failures(testResults, file), ...outside],
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
