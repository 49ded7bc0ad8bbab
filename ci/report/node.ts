/** A reporter for `node --test` that prints only the counts, the slowest tests and the failures. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { type Failure, type TimedTest, none, slowestOf } from './counts.ts';

const titleOf = ({ file = '', name }: { readonly file?: string; readonly name: string }): string =>
  `${relative('.', file)}: ${name}`;

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let total = none();
  const timed: TimedTest[] = [];
  const failures: Failure[] = [];
  for await (const { type, data } of events) {
    // Leaves out suites, because they only fail with their tests, and tests marked `todo`, because they may
    // fail.
    if (type === 'test:fail' && data.details.type !== 'suite' && data.todo === undefined)
      failures.push({ title: titleOf(data), message: data.details.error.message });
    // The time of a suite is the sum of the times of its tests, so only tests are listed.
    if (
      type === 'test:pass' &&
      data.details.type !== 'suite' &&
      data.skip === undefined &&
      data.todo === undefined
    )
      timed.push({ title: titleOf(data), ms: data.details.duration_ms });
    // The summary over all files has no `file`.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = data.counts;
    // Cancelled tests count as failed.
    total = { ...none(), passed, failed: tests - passed - skipped - todo, skipped: skipped + todo };
  }
  yield JSON.stringify({ ...total, slowest: slowestOf(timed), failures: failures.slice(0, 10) });
}
