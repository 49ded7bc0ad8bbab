import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentsText } from '../../../components/modes/time-lapse-words.ts';
import type { AgentDay } from '../../../data/day/agent-day.ts';
import { replayedDay } from '../../../data/day/replayed-day.ts';

const HOUR = 3_600_000;
/** A day without sessions. */
const day = (knownSince: number | null): AgentDay => ({
  from: 0,
  until: 24 * HOUR,
  audience: 'states',
  knownSince,
  isCut: false,
  changes: [],
  counts: [],
  asks: [],
});

test('a day without sessions has no words of them, and a day that is not known says so', () => {
  const at = (of: AgentDay, moment: number): string => {
    const replayed = replayedDay(of);
    return agentsText(replayed.sessions(moment, ''), replayed);
  };
  assert.equal(at(day(-HOUR), 12 * HOUR), '');
  assert.equal(at(day(null), 12 * HOUR), 'agents not stored');
  assert.equal(at(day(6 * HOUR), HOUR), 'agents not stored');
  assert.equal(at(day(6 * HOUR), 12 * HOUR), 'no agents');
});
