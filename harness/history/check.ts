import type { HistorySubject } from '../../data/readings/schemas/history.ts';

/** What is checked: a portal, an upstream or a relay. */
export type Subject = Pick<HistorySubject, 'id' | 'kind' | 'name'> & {
  /** Why it does not answer, from its last check. */
  readonly cause?: string | undefined;
  /** Why it is never checked. */
  readonly unchecked?: string | undefined;
};

/** The result of one check. */
export interface Check {
  /** The subject's id. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly online: boolean;
  /** `null` if there is nothing new to count. */
  readonly latencyMs: number | null;
  /** Why it is not online. */
  readonly cause?: string | undefined;
}

/**
 * A subject that was not checked for this long was not watched in between: what happened then is not known.
 * The slowest round of checks takes half of this time.
 */
export const WATCHED_MS = 10 * 60_000;
