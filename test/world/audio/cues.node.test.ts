import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { lapseRun, worldAt } from '../../../data/time-lapse/time-lapse.ts';
import { arcsLook } from '../../../world/effects/ambient/lightning-arcs-layout.ts';
import { Cues } from '../../../world/audio/cues.ts';
import type { Voices } from '../../../world/audio/voices.ts';

// Days are those of the visitor's zone.
process.env['TZ'] = 'UTC';

test('in a time-lapse the arcs crackle for whom they are seen, and not for who is at work now', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const state = createState(
    { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada'] } },
    { now },
  );
  const authoredAt = now - 10 * 60_000;
  state.readings.commits.set({
    state: 'live',
    source: 'me/home',
    fetchedAt: now,
    value: [{ sha: 'a', author: 'Ada', authoredAt, title: 'Work' }],
  });
  const cues = new Cues(state);
  let crackles = 0;
  const choir = { play: () => void crackles++ } as unknown as Voices;
  const minute = (): number => {
    const before = crackles;
    for (let second = 0; second < 60; second++) cues.update(1, choir);
    return crackles - before;
  };
  assert.ok(minute() > 0);
  const run = lapseRun('2026-11-20', state.readings.commits.get(), now);
  state.timeLapse.shown.set(worldAt(run, 0.5));
  assert.equal(arcsLook(state.derived.shownAgents.get()).arcs, 0);
  assert.equal(minute(), 0);
  state.timeLapse.shown.set(undefined);
  assert.ok(minute() > 0);
});
