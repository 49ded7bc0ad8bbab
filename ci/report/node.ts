/** A reporter for `node --test` that prints only the counts. */
import { type Counts, none } from './counts.ts';

interface Event {
  readonly type: string;
  readonly data: unknown;
}

interface Summary {
  /** Absent in the summary over all files. */
  readonly file?: string | undefined;
  readonly counts: {
    readonly passed: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly skipped: number;
    readonly todo: number;
  };
}

export default async function* reporter(events: AsyncIterable<Event>): AsyncGenerator<string> {
  let total: Counts = none();
  for await (const { type, data } of events) {
    if (type !== 'test:summary') continue;
    const { file, counts } = data as Summary;
    if (file !== undefined) continue;
    const { passed, failed, cancelled, skipped, todo } = counts;
    total = { passed, failed: failed + cancelled, skipped: skipped + todo };
  }
  yield JSON.stringify(total);
}
