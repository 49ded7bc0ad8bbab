import { MINUTE_MS } from '../core/time.ts';
import type { DataModule } from '../core/module.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';
import { emit } from '../core/event.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { ViewState } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { TimeLapseState } from './time-lapse-state.ts';
import {
  LAPSE_SECONDS,
  type AskedMoment,
  type LapseRun,
  instantAt,
  lapseRun,
  localDay,
  passedAt,
  progressAt,
  worldAt,
} from './time-lapse.ts';
import { dispatchView } from '../view/dispatch-view.ts';

/** A longer pause between two frames is none of the replay: the tab was hidden, or the machine asleep. Milliseconds. */
const LONGEST_PAUSE_MS = 500;
/** What the world shows changes at most so often, however dense the commits are: nothing flashes more than three times a second. */
const GAP_MS = 340;
/** Where less motion is wanted; and where nothing but ages changes, as each costs the world five pictures of text. */
const CALM_GAP_MS = 1000;
/** Sums of frames are never exact: a moment counts as reached this much early. Milliseconds of the thirty seconds, and a share of them. */
const EARLY_MS = 0.01;
/** While it plays, the HUD's clock goes in so many steps: ten a second. */
const CLOCK_STEPS = 288;
const LAPSE_MS = LAPSE_SECONDS * 1000;
const EARLY = EARLY_MS / LAPSE_MS;

/** The parts of the state that this module uses. */
type Needs = ReadingsState & ViewState & WorldState & TimeLapseState;

/**
 * Runs the time-lapse of specification 3.4 while the view is in it. `progress` is the truth: it moves on by real time while playing,
 * and whoever sets it has gone there. Commits fire when time runs over them; a jump fires none. What the world shows is
 * `worldAt` of the progress, a moment later where it has just changed.
 */
export function createTimeLapse(now: () => number): DataModule<Needs> {
  let state: Needs;
  let on = false;
  /** What was last asked for. */
  let wanted: AskedMoment | undefined;
  /** Of the real clock, at the last frame. */
  let last = 0;
  /** Milliseconds of the thirty seconds. */
  let ran = 0;
  /** As last set here: another one is somebody's jump. */
  let progress = 0;
  let passed = 0;
  let reading: Reading<readonly Commit[]> | undefined;
  /** Of the real clock, when the world last changed, and when it last had other commits. */
  let shownAt = -Infinity;
  let newsAt = -Infinity;
  let shownMinute = -1;
  let shownPassed = -1;
  let due: Commit[] = [];

  const jumpTo = (run: LapseRun, to: number): void => {
    progress = Math.min(1, Math.max(0, to));
    ran = progress * LAPSE_MS;
    due = [];
    if (state.timeLapse.progress.get() !== progress) state.timeLapse.progress.set(progress);
    passed = passedAt(run, instantAt(run, progress + EARLY));
  };

  /** Begins what is wanted, today where nothing is. Without commits it waits for them, and the world shows the present. */
  const begin = (): void => {
    const { timeLapse, readings } = state;
    reading = readings.commits.get();
    const known = currentValue(reading) !== undefined || reading.state === 'empty';
    const at = wanted?.at;
    const run = known
      ? lapseRun(wanted?.day ?? localDay(at ?? now()), reading, now(), state.commitsKnownSince.get())
      : undefined;
    timeLapse.run.set(run);
    shownPassed = -1;
    const some = run !== undefined && run.commits.length > 0;
    timeLapse.playing.set(some && at === undefined);
    // Also where there is nothing to replay: what stood of the day before is no moment of this one.
    if (run) jumpTo(run, at === undefined ? 0 : progressAt(run, at));
    if (!some) {
      timeLapse.shown.set(undefined);
      return;
    }
    // Nothing has passed yet at the beginning: a commit of the first moment fires like any other.
    if (at === undefined) passed = 0;
  };

  const isNews = (): boolean => passed !== shownPassed || due.length > 0;

  const show = (run: LapseRun, time: number): void => {
    shownAt = time;
    if (isNews()) newsAt = time;
    shownPassed = passed;
    const world = worldAt(run, progress + EARLY);
    shownMinute = world.now;
    state.timeLapse.shown.set(world);
    if (due.length === 0) return;
    emit(state.commitFired, due);
    due = [];
  };

  const setClock = (run: LapseRun): void => {
    const { clock, playing } = state.timeLapse;
    const steps = playing.get() ? Math.ceil((run.to - run.from) / CLOCK_STEPS / MINUTE_MS) : 1;
    const since = instantAt(run, progress + EARLY) - run.from;
    const at = run.from + Math.floor(since / (steps * MINUTE_MS)) * steps * MINUTE_MS;
    if (clock.get() !== at) clock.set(at);
  };

  const play = (run: LapseRun, milliseconds: number): void => {
    ran = Math.min(LAPSE_MS, ran + milliseconds * state.timeLapse.speed.get());
    if (ran > LAPSE_MS - EARLY_MS) ran = LAPSE_MS;
    progress = ran / LAPSE_MS;
    state.timeLapse.progress.set(progress);
    const before = passed;
    passed = passedAt(run, instantAt(run, progress + EARLY), passed);
    for (let i = before; i < passed; i++) due.push(run.commits[i] as Commit);
  };

  const step = (run: LapseRun, time: number, milliseconds: number): void => {
    const { timeLapse, world } = state;
    const asked = timeLapse.progress.get();
    if (asked !== progress) jumpTo(run, asked);
    else if (timeLapse.playing.get()) play(run, milliseconds);
    setClock(run);
    const agesOnly = timeLapse.playing.get() && !isNews();
    const gap = agesOnly || world.reducedMotion.get() ? CALM_GAP_MS : GAP_MS;
    const over = timeLapse.playing.get() && progress >= 1;
    const minute = Math.floor(instantAt(run, progress + EARLY) / MINUTE_MS) * MINUTE_MS;
    // Ages may wait for the next change; a commit only waits for the one before it.
    const since = time - (isNews() ? newsAt : shownAt);
    if ((isNews() || minute !== shownMinute) && (over || since >= gap - EARLY_MS)) show(run, time);
    if (over) dispatchView(state, { kind: 'end', mode: 'time-lapse' });
  };

  const leave = (): void => {
    on = false;
    wanted = undefined;
    reading = undefined;
    due = [];
    shownAt = -Infinity;
    newsAt = -Infinity;
    progress = 0;
    const { timeLapse } = state;
    timeLapse.asked.set(undefined);
    timeLapse.shown.set(undefined);
    timeLapse.run.set(undefined);
    timeLapse.playing.set(false);
    timeLapse.progress.set(0);
  };

  /** Whether a run has to begin: one was asked for, or commits came for one that waits. */
  const isDue = (): boolean => {
    const { asked, run } = state.timeLapse;
    const wish = asked.get();
    if (wish) {
      asked.set(undefined);
      wanted = wish;
    }
    if (wish || !on) return true;
    const waits = (run.get()?.commits.length ?? 0) === 0;
    return waits && reading !== state.readings.commits.get();
  };

  return {
    init(_scene, into) {
      state = into;
    },
    update() {
      if (state.view.get().mode !== 'time-lapse') {
        if (on) leave();
        return;
      }
      const time = now();
      const begins = isDue();
      // A clock that was set back, or far ahead, is no reason to stay or to jump.
      const milliseconds = begins ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(0, time - last));
      last = time;
      on = true;
      if (begins) begin();
      const run = state.timeLapse.run.get();
      if (run && run.commits.length > 0) step(run, time, milliseconds);
    },
    dispose() {
      if (on) leave();
    },
  };
}
