import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import {
  DAYS_COMMITS,
  NOW,
  clock,
  commit,
  fired,
  firings,
  frame,
  jump,
  leave,
  mode,
  open,
  run,
  setCommits,
  shown,
  state,
} from './replay.ts';

for (const rate of [3, 20, 60, 144])
  test(`at ${rate} frames a second each commit of the day fires once, and after 30 s the mode ends`, () => {
    open();
    let ended: number | undefined;
    for (let i = 1; i <= rate * 31 && ended === undefined; i++) {
      frame(1 / rate);
      if (mode() === 'normal') ended = i / rate;
    }
    assert.ok(ended !== undefined && ended >= 30 - 1e-6 && ended < 30 + 1.5 / rate, `ended at ${ended}`);
    assert.deepEqual(fired, DAYS_COMMITS);
  });

for (const rate of [20, 60, 144])
  test(`at ${rate} frames a second the clock and the fired commits are the same`, () => {
    open();
    run(15, rate);
    assert.equal(clock(), '12:00');
    assert.ok(Math.abs(state.timeLapse.progress.get() - 0.5) < 1e-6);
    run(0.4, rate);
    assert.deepEqual(fired, DAYS_COMMITS.slice(0, 13));
  });

test('a commit fires in the frame in which its time passes', () => {
  open();
  assert.deepEqual(fired, [DAYS_COMMITS[0]]);
  run(2.6, 100);
  assert.equal(fired.length, 1);
  frame(0.01);
  assert.deepEqual(fired.at(-1)?.sha, '125');
});

test('a dense burst fires in groups, at most three times a second', () => {
  open();
  run(30, 60);
  assert.deepEqual(fired, DAYS_COMMITS);
  // The burst of ten fires in one group or two.
  assert.ok(firings.length >= 6 && firings.length <= 7, `${firings.length} firings`);
  for (const [i, at] of firings.entries()) if (i > 0) assert.ok(at - (firings[i - 1] ?? 0) >= 333);
});

test('ages are updated once a second, and a commit does not wait for them', () => {
  open();
  run(5);
  const seen = new Set<unknown>();
  for (let i = 0; i < 60 * 3; i++) {
    frame(1 / 60);
    seen.add(state.timeLapse.shown.get());
  }
  // No commits from 04:00 to 06:24.
  assert.ok(seen.size >= 3 && seen.size <= 4, `${seen.size} moments in three seconds`);
  assert.equal(fired.length, 2);
  run(2.5);
  assert.equal(fired.length, 3);
  assert.ok((firings[2] ?? 0) - NOW <= (500 / 1440) * 30_000 + 20);
});

test('the world shows the moment: its commits, agents, time and a note', () => {
  open();
  jump(720);
  run(1);
  state.timeLapse.playing.set(false);
  jump(720);
  run(0.5);
  const { shownCommits, shownNow, shownAgents, commits } = { ...state.derived, ...state.readings };
  assert.equal(shownCommits.get().value?.length, 13);
  assert.equal(shownCommits.get().moment, '12:00 of 20 Nov, time-lapse');
  assert.equal(clockText(shownNow.get()), '12:00');
  assert.deepEqual(
    shownAgents.get().value?.map(({ name, status }) => [name, status]),
    [['Ada', 'working']],
  );
  // Other readers keep the present.
  assert.equal(commits.get().moment, undefined);
  assert.equal(state.derived.agents.get().moment, undefined);
});

test('pause stops the clock, and speed is a share of the thirty seconds', () => {
  open();
  state.timeLapse.playing.set(false);
  run(5);
  assert.equal(state.timeLapse.progress.get(), 0);
  state.timeLapse.playing.set(true);
  for (const [speed, progress] of [
    [0.5, 1 / 60],
    [1, 3 / 60],
    [2, 7 / 60],
    [4, 15 / 60],
  ] as const) {
    state.timeLapse.speed.set(speed);
    run(1);
    assert.ok(Math.abs(state.timeLapse.progress.get() - progress) < 1e-6, `${speed}`);
  }
});

test('a hidden tab continues where it was', () => {
  open();
  run(3);
  frame(600);
  const progress = state.timeLapse.progress.get();
  assert.ok(progress > 3 / 30 && progress < 4 / 30, `${progress}`);
});

test('leaving shows the present, and the next time-lapse starts at the beginning', () => {
  const present = shown();
  open();
  run(10);
  assert.notEqual(shown(), present);
  leave();
  assert.equal(shown(), present);
  const { run: replayed, playing, progress, shown: moment } = state.timeLapse;
  assert.deepEqual(
    [replayed.get(), playing.get(), progress.get(), moment.get()],
    [undefined, false, 0, undefined],
  );
  open();
  run(0.5);
  assert.ok(progress.get() < 0.02);
});

test('switching between walk and orbit does not restart it', () => {
  open();
  run(3);
  dispatchView(state, { kind: 'navigate' });
  run(3);
  assert.ok(Math.abs(state.timeLapse.progress.get() - 0.2) < 1e-6);
});

test('waits for the first commits and plays when they arrive', () => {
  state.readings.commits.set({ state: 'loading', source: 'x' });
  open();
  run(1);
  assert.equal(state.timeLapse.run.get(), undefined);
  state.readings.commits.set({ state: 'error', source: 'x', cause: 'x' });
  run(1);
  assert.equal(state.timeLapse.run.get()?.commits.length, 0);
  assert.equal(state.timeLapse.playing.get(), false);
  setCommits(DAYS_COMMITS);
  run(1);
  assert.ok(Math.abs(state.timeLapse.progress.get() - 1 / 30) < 0.001);
});

test('commits that arrive meanwhile do not change the replay', () => {
  open();
  run(20);
  state.timeLapse.playing.set(false);
  run(0.5);
  const before = shown();
  setCommits([...DAYS_COMMITS, commit(600)]);
  run(1);
  assert.equal(shown(), before);
});

test('with reduced motion the world changes once a second, and the same commits fire', () => {
  state.world.reducedMotion.set(true);
  open();
  run(30.1);
  assert.deepEqual(fired, DAYS_COMMITS);
  for (const [i, at] of firings.slice(0, -1).entries())
    if (i > 0) assert.ok(at - (firings[i - 1] ?? 0) >= 999);
});
