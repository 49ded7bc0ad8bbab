import type { Reading } from '../../../data/readings/reading.ts';

/** A reading for other programs. */
export interface ReadingDocument {
  readonly state: Reading<unknown>['state'];
  /** In the words of the pages, a line each. */
  readonly text: readonly string[];
  /** What the pages draw: missing before the first answer, after a failure, and where there is nothing. */
  readonly value?: unknown;
  readonly source: string;
  /** It is replayed from a recording. */
  readonly recorded?: true;
  /** When the last good answer came, in milliseconds since the epoch. */
  readonly fetchedAt?: number;
  /** What is wrong, in plain words. */
  readonly cause?: string;
}
