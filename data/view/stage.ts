import type { Commit, MergedPull } from '../readings/records.ts';
import type { AgentSession } from '../readings/schemas/agent-sessions.ts';

/**
 * What the wall shows. The order is in docs/wall.md: a session that waits, one that has failed lately, news,
 * sessions at work, and else the last commit.
 */
export type Stage =
  | {
      readonly kind: 'waiting' | 'failed';
      /** Absent if the reader may only know how many there are. */
      readonly session?: AgentSession | undefined;
      /** How many sessions are in this state. */
      readonly count: number;
    }
  | { readonly kind: 'merged'; readonly merge: MergedPull }
  | { readonly kind: 'commit'; readonly commit: Commit }
  | { readonly kind: 'done'; readonly session: AgentSession }
  | { readonly kind: 'working'; readonly sessions: readonly AgentSession[]; readonly count: number }
  | { readonly kind: 'quiet'; readonly commit?: Commit | undefined };

/** What the camera looks at: two stages with the same subject need no flight. */
export function subjectOf(stage: Stage | undefined): string {
  switch (stage?.kind) {
    case 'waiting':
    case 'failed':
    case 'done':
      return stage.session ? `session ${stage.session.key}` : 'all';
    case 'merged':
      return 'bookshelves';
    case 'commit':
      return 'commits';
    case 'working':
      return 'all';
    case 'quiet':
    case undefined:
      return 'quiet';
  }
}
