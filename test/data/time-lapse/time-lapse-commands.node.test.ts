import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispatchView } from '../../../data/view/view-state.ts';
import { parseLink } from '../../../data/view/deep-link.ts';
import { presentAddress } from '../../../data/view/url-sync.ts';
import { DAYS_COMMITS, clock, fired, frame, jump, leave, mode, open, run, shown, state } from './replay.ts';

const presentLink = () => parseLink(presentAddress(state).slice(state.base.length));

test('the same moment shows the same world when played, scrubbed, reversed, faster, or linked', () => {
  const MINUTE_OF_DAY = 708.5;
  const stand = (): string => {
    state.timeLapse.playing.set(false);
    jump(MINUTE_OF_DAY);
    run(0.5);
    return shown();
  };
  open();
  run((MINUTE_OF_DAY / 1440) * 30, 1000);
  const played = stand();
  jump(1400);
  run(0.5);
  const backwards = stand();
  leave();
  open();
  const scrubbed = stand();
  leave();
  open();
  state.timeLapse.speed.set(4);
  run(2, 20);
  const fast = stand();
  leave();
  open('2026-11-20', MINUTE_OF_DAY * 60);
  run(0.5);
  assert.deepEqual([backwards, scrubbed, fast, shown()], [played, played, played, played]);
});

test('a jump fires nothing in either direction; replayed time fires again', () => {
  open();
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
  open();
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

test('a seek to the end stays there until the visitor plays on', () => {
  open();
  state.timeLapse.playing.set(false);
  jump(1440);
  run(1);
  assert.equal(mode(), 'time-lapse');
  assert.equal(clock(), '00:00');
  state.timeLapse.playing.set(true);
  frame(1 / 60);
  assert.equal(mode(), 'normal');
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
  assert.equal(presentLink().moment, undefined);
  open('2026-11-20');
  run(6);
  open('2026-11-21');
  assert.equal(state.timeLapse.progress.get(), 0);
  assert.equal(presentLink().moment, undefined);
  open('2026-11-20');
  assert.deepEqual([replayed.get()?.day, playing.get()], ['2026-11-20', true]);
});

test('a link opens a moment, paused', () => {
  open('2026-11-20', 31_200);
  run(1);
  const { day, moment } = presentLink();
  assert.deepEqual({ day, moment }, { day: '2026-11-20', moment: 31_200 });
  assert.equal(clock(), '08:40');
  assert.equal(state.timeLapse.playing.get(), false);
});
