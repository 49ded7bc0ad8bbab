import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { type Counts, type TimedTest, add, none, slowestOf } from './counts.ts';

const timedTests = ({ tests, suites }: TestSuiteResult, file: string): TimedTest[] => [
  ...tests.map(({ name, duration }) => ({ title: `${file}: ${name}`, ms: duration ?? 0 })),
  ...suites.flatMap((suite) => timedTests(suite, file)),
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
function countSession(session: TestSession): Counts {
  const { testResults } = session;
  const counts =
    testResults === undefined
      ? none()
      : {
          ...countSuite(testResults),
          slowest: slowestOf(timedTests(testResults, relative('.', session.testFile))),
        };
  const broken = session.passed === false || session.errors.length > 0;
  return broken && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A reporter for @web/test-runner that writes the counts to a file. */
export const countsReporter = (file: string): Reporter => ({
  stop({ sessions }) {
    writeFileSync(file, JSON.stringify([...sessions].map(countSession).reduce(add, none())));
  },
});
