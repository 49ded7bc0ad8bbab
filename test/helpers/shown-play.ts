import * as v from 'valibot';
import { type PlayRecord, playRecord } from '../../data/games/play-record.ts';

/** When the plays of tests began. */
export const PLAY_START = Date.parse('2026-11-22T22:15:00Z');

/** A play at the portal `a`, at its third step, with the given changes. */
export const play = (differs: Record<string, unknown> = {}): PlayRecord =>
  v.parse(playRecord, {
    id: '20261122-221500-a',
    portal: 'a',
    state: 'playing',
    dryRun: false,
    approval: 'free',
    step: 3,
    budget: {
      steps: { used: 3, limit: 40 },
      seconds: { used: 20, limit: 600 },
      tokens: { used: 900, limit: 20_000 },
    },
    screen: { number: 3, width: 160, height: 90, at: PLAY_START },
    actions: [{ step: 3, action: { action: 'click', params: { x: 0.25, y: 0.5 } }, outcome: 'done' }],
    startedAt: PLAY_START,
    updatedAt: PLAY_START,
    ...differs,
  });
