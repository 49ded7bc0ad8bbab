import type { PlayRecord } from '../../data/games/play-record.ts';

export const PLAY_ID = '20261122-221500-driven';

/** The state of a play; by default it runs at the portal `driven`. */
export const playRecordOf = (more: Partial<PlayRecord> = {}): PlayRecord => ({
  id: PLAY_ID,
  portal: 'driven',
  state: 'playing',
  dryRun: false,
  approval: 'ask',
  step: 1,
  budget: {
    steps: { used: 1, limit: 100 },
    seconds: { used: 95, limit: 3_600 },
    tokens: { used: 21_500, limit: 500_000 },
  },
  actions: [],
  startedAt: 1_795_385_700_000,
  updatedAt: 1_795_385_796_000,
  ...more,
});

/** A play that asks the owner for a click in the middle of the window. */
export const waitingPlay = (more: Partial<PlayRecord> = {}): PlayRecord =>
  playRecordOf({
    state: 'waiting',
    request: { id: 'r1', action: { action: 'click', params: { x: 0.5, y: 0.5 } }, at: 1_795_385_796_000 },
    ...more,
  });
