import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { presentLink } from '../../../data/view/url-sync.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { type State, createState } from '../../../data/state.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { seek, startTimeLapse } from '../../../data/time-lapse/time-lapse-commands.ts';
import { clockText } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/dispatch-view.ts';
import { theme } from '../../../theme/theme.ts';

// Days depend on the visitor's time zone.
process.env['TZ'] = 'UTC';

const DAY = Date.parse('2026-11-20T00:00:00Z');
const MINUTE = 60_000;
const NOW = DAY + 38 * 60 * MINUTE;
const commit = (minute: number, author = 'Ada'): Commit => ({
  sha: `${minute}`,
  author,
  authoredAt: DAY + minute * MINUTE,
  title: `at minute ${minute}`,
});
/** A night's work, ten commits in ten minutes, one in the first minute and one in the last. */
const DAYS_COMMITS = [0, 125, 500, ...Array.from({ length: 10 }, (_unused, i) => 700 + i), 1201, 1439].map(
  (minute) => commit(minute),
);

let state: State;
let now: number;
let seconds: number;
let lapse: ReturnType<typeof createTimeLapse>;
let fired: Commit[];
let firings: number[];
let heard: number;
const set = (commits: readonly Commit[]): void =>
  state.readings.commits.set({
    state: 'live',
    source: 'me/home',
    fetchedAt: NOW,
    value: commits.toReversed(),
  });
beforeEach(() => {
  now = NOW;
  seconds = 0;
  state = createState(
    { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada'] } },
    { now },
  );
  fired = [];
  firings = [];
  heard = 0;
  set(DAYS_COMMITS);
  lapse = createTimeLapse({ now: () => now, monotonicNow: () => now });
  lapse.init(undefined, state, theme);
});
afterEach(() => lapse.dispose?.());

const frame = (delta: number): void => {
  seconds += delta;
  now = NOW + seconds * 1000;
  lapse.update(0, Math.min(delta, 1 / 20));
  const { count, detail } = state.commitFired.get();
  if (count === heard) return;
  assert.equal(count, heard + 1);
  heard = count;
  firings.push(now);
  fired.push(...detail);
};
const run = (length: number, rate = 60): void => {
  for (let i = 0; i < Math.round(length * rate); i++) frame(1 / rate);
};
/** As a link does. */
const showMoment = ({ day, moment }: { day: string; moment?: number | undefined }): void => {
  const at = moment === undefined ? undefined : Date.parse(`${day}T00:00:00`) + moment * 1000;
  startTimeLapse(state, { day, at });
};
const { enter, leave, mode, ask, jump, clock } = {
  enter: (): void => {
    showMoment({ day: '2026-11-20' });
    frame(0);
  },
  leave: (): void => {
    dispatchView(state, { kind: 'escape' });
    frame(0);
  },
  mode: (): string => state.view.get().mode,
  ask: (day: string, moment?: number): void => {
    const at = moment === undefined ? undefined : Date.parse(`${day}T00:00:00`) + moment * 1000;
    startTimeLapse(state, { day, at });
    frame(0);
  },
  jump: (minute: number): void => {
    seek(state, minute / 1440);
    frame(0);
  },
  clock: (): string => clockText(state.timeLapse.clock.get()),
};
/** What the world draws. */
const shown = () => {
  const { shownCommits, shownAgents, shownNow, shownSince } = state.derived;
  return JSON.stringify([shownCommits.get(), shownAgents.get(), shownNow.get(), shownSince.get()]);
};

for (const rate of [3, 20, 60, 144])
  test(`at ${rate} frames a second each commit of the day fires once, and after 30 s the mode ends`, () => {
    enter();
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
    enter();
    run(15, rate);
    assert.equal(clock(), '12:00');
    assert.ok(Math.abs(state.timeLapse.progress.get() - 0.5) < 1e-6);
    run(0.4, rate);
    assert.deepEqual(fired, DAYS_COMMITS.slice(0, 13));
  });

test('a commit fires in the frame in which its time passes', () => {
  enter();
  assert.deepEqual(fired, [DAYS_COMMITS[0]]);
  run(2.6, 100);
  assert.equal(fired.length, 1);
  frame(0.01);
  assert.deepEqual(fired.at(-1)?.sha, '125');
});

test('a dense burst fires in groups, at most three times a second', () => {
  enter();
  run(30, 60);
  assert.deepEqual(fired, DAYS_COMMITS);
  // The burst of ten fires in one group or two.
  assert.ok(firings.length >= 6 && firings.length <= 7, `${firings.length} firings`);
  for (const [i, at] of firings.entries()) if (i > 0) assert.ok(at - (firings[i - 1] ?? 0) >= 333);
});

test('ages are updated once a second, and a commit does not wait for them', () => {
  enter();
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
  enter();
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

test('the same moment shows the same world when played, scrubbed, reversed, faster, or linked', () => {
  const MINUTE_OF_DAY = 708.5;
  const stand = (): string => {
    state.timeLapse.playing.set(false);
    jump(MINUTE_OF_DAY);
    run(0.5);
    return shown();
  };
  enter();
  run((MINUTE_OF_DAY / 1440) * 30, 1000);
  const played = stand();
  jump(1400);
  run(0.5);
  const backwards = stand();
  leave();
  enter();
  const scrubbed = stand();
  leave();
  enter();
  state.timeLapse.speed.set(4);
  run(2, 20);
  const fast = stand();
  leave();
  showMoment({ day: '2026-11-20', moment: MINUTE_OF_DAY * 60 });
  run(0.5);
  assert.deepEqual([backwards, scrubbed, fast, shown()], [played, played, played, played]);
});

test('a jump fires nothing in either direction; replayed time fires again', () => {
  enter();
  state.timeLapse.playing.set(false);
  for (const minute of [1400, 100, 1400, 600, 1439.5]) {
    jump(minute);
    run(0.5);
  }
  assert.deepEqual(fired, [DAYS_COMMITS[0]]);
  jump(1200);
  run(0.5);
  state.timeLapse.playing.set(true);
  run(0.1);
  assert.deepEqual(fired.at(-1)?.sha, '1201');
  assert.equal(fired.length, 2);
});

test('a jump drops commits that passed before it and had not fired yet', () => {
  enter();
  jump(699.9);
  // The burst starts, and some of its ten commits are still queued.
  run(0.1);
  const before = fired.length;
  assert.ok(state.timeLapse.progress.get() * 1440 > 702 && before < 7, `${before} have fired`);
  state.timeLapse.playing.set(false);
  jump(300);
  run(2);
  assert.equal(fired.length, before);
});

test('pause stops the clock, and speed is a share of the thirty seconds', () => {
  enter();
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

test('a seek to the end stays there until the visitor plays on', () => {
  enter();
  state.timeLapse.playing.set(false);
  jump(1440);
  run(1);
  assert.equal(mode(), 'time-lapse');
  assert.equal(clock(), '00:00');
  state.timeLapse.playing.set(true);
  frame(1 / 60);
  assert.equal(mode(), 'normal');
});

test('a hidden tab continues where it was', () => {
  enter();
  run(3);
  frame(600);
  const progress = state.timeLapse.progress.get();
  assert.ok(progress > 3 / 30 && progress < 4 / 30, `${progress}`);
});

test('leaving shows the present, and the next time-lapse starts at the beginning', () => {
  const present = shown();
  enter();
  run(10);
  assert.notEqual(shown(), present);
  leave();
  assert.equal(shown(), present);
  const { run: replayed, playing, progress, shown: moment } = state.timeLapse;
  assert.deepEqual(
    [replayed.get(), playing.get(), progress.get(), moment.get()],
    [undefined, false, 0, undefined],
  );
  enter();
  run(0.5);
  assert.ok(progress.get() < 0.02);
});

test('switching between walk and orbit does not restart it', () => {
  enter();
  run(3);
  dispatchView(state, { kind: 'navigate' });
  run(3);
  assert.ok(Math.abs(state.timeLapse.progress.get() - 0.2) < 1e-6);
});

test('without a commit today it shows an empty day, and plays another day once chosen', () => {
  dispatchView(state, { kind: 'toggle', mode: 'time-lapse' });
  run(2);
  const { run: replayed, playing, shown: moment } = state.timeLapse;
  assert.deepEqual([replayed.get()?.day, replayed.get()?.commits.length], ['2026-11-21', 0]);
  assert.deepEqual(replayed.get()?.days, [
    { day: '2026-11-21', commits: 0 },
    { day: '2026-11-20', commits: DAYS_COMMITS.length },
  ]);
  assert.deepEqual([playing.get(), moment.get(), mode()], [false, undefined, 'time-lapse']);
  assert.equal(presentLink(state)?.moment, undefined);
  ask('2026-11-20');
  run(6);
  ask('2026-11-21');
  assert.equal(state.timeLapse.progress.get(), 0);
  assert.equal(presentLink(state)?.moment, undefined);
  ask('2026-11-20');
  assert.deepEqual([replayed.get()?.day, playing.get()], ['2026-11-20', true]);
});

test('waits for the first commits and plays when they arrive', () => {
  state.readings.commits.set({ state: 'loading', source: 'x' });
  enter();
  run(1);
  assert.equal(state.timeLapse.run.get(), undefined);
  state.readings.commits.set({ state: 'error', source: 'x', cause: 'x' });
  run(1);
  assert.equal(state.timeLapse.run.get(), undefined);
  set(DAYS_COMMITS);
  run(1);
  assert.ok(Math.abs(state.timeLapse.progress.get() - 1 / 30) < 0.001);
});

test('commits that arrive meanwhile do not change the replay', () => {
  enter();
  run(20);
  state.timeLapse.playing.set(false);
  run(0.5);
  const before = shown();
  set([...DAYS_COMMITS, commit(600)]);
  run(1);
  assert.equal(shown(), before);
});

test('with reduced motion the world changes once a second, and the same commits fire', () => {
  state.world.reducedMotion.set(true);
  enter();
  run(30.1);
  assert.deepEqual(fired, DAYS_COMMITS);
  for (const [i, at] of firings.slice(0, -1).entries())
    if (i > 0) assert.ok(at - (firings[i - 1] ?? 0) >= 999);
});

test('a link opens a moment, paused', () => {
  showMoment({ day: '2026-11-20', moment: 31_200 });
  run(1);
  const { day, moment } = presentLink(state) ?? {};
  assert.deepEqual({ day, moment }, { day: '2026-11-20', moment: 31_200 });
  assert.equal(clock(), '08:40');
  assert.equal(state.timeLapse.playing.get(), false);
});
