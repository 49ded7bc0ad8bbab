/** A reporter for `node --test` that prints only the counts and the slowest tests. */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { type TimedTest, none, slowestOf } from './counts.ts';

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let total = none();
  const timed: TimedTest[] = [];
  for await (const { type, data } of events) {
    // The time of a suite is the sum of the times of its tests, so only tests are listed.
    if (
      type === 'test:pass' &&
      data.details.type !== 'suite' &&
      data.skip === undefined &&
      data.todo === undefined
    )
      timed.push({ title: `${relative('.', data.file ?? '')}: ${data.name}`, ms: data.details.duration_ms });
    // The summary over all files has no `file`.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = data.counts;
    // Cancelled tests count as failed.
    total = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo, slowest: [] };
  }
  yield JSON.stringify({ ...total, slowest: slowestOf(timed) });
}
