import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, Suite } from '@playwright/test/reporter';
import { none } from './counts.ts';

/** A reporter for Playwright that writes the counts to the file in HOME_WORLD_COUNTS. */
export default class CountsReporter implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Outside any test: a file that does not load. */
  onError(): void {
    this.#errors += 1;
  }

  onEnd(_result: FullResult): void {
    const file = process.env['HOME_WORLD_COUNTS'];
    if (file === undefined) return;
    const counts = none();
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome: ReturnType<TestCase['outcome']> = test.outcome();
      if (outcome === 'skipped') counts.skipped += 1;
      // A flaky test failed once: it is not a pass.
      else if (outcome === 'expected') counts.passed += 1;
      else counts.failed += 1;
    }
    if (counts.failed === 0) counts.failed = this.#errors;
    writeFileSync(file, JSON.stringify(counts));
  }
}
