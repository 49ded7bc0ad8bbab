/** A reporter for `node --test` that prints only the counts. */
import type { TestEvent } from 'node:test/reporters';
import { none } from './counts.ts';

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let total = none();
  for await (const { type, data } of events) {
    // The summary over all files has no `file`.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = data.counts;
    // Cancelled tests count as failed.
    total = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo };
  }
  yield JSON.stringify(total);
}
