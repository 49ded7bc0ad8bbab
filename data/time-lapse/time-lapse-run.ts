import { emit } from '../core/event.ts';
import { errorMessage } from '../core/text.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { Environment } from '../core/environment.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Reading } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { ReplayedDay } from '../day/replayed-day.ts';
import { type ViewState, dispatchView } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { TimeLapseState } from './time-lapse-state.ts';
import {
  LAPSE_SECONDS,
  type LapseRequest,
  type LapseRun,
  hasContent,
  instantAt,
  lapseRun,
  localDay,
  momentText,
  passedAt,
  progressAt,
  startOf,
  withAgents,
  worldAt,
} from './time-lapse.ts';

/** The longest time that counts between two frames. After a longer pause the tab was hidden. */
const MAX_PAUSE_MS = 500;
/**
 * The shortest time between two changes of the world, however dense the commits are: nothing flashes
 * more than three times a second.
 */
const MIN_GAP_MS = 340;
/**
 * The same limit with reduced motion, and for changes of ages only: each change of ages redraws the texts of
 * the five banners.
 */
const MIN_SLOW_GAP_MS = 1000;
/**
 * Tolerance for rounding errors in the sum of frame times: a moment counts as reached this much early.
 * Milliseconds of the thirty seconds; `EARLY` is the same as a share.
 */
const EARLY_MS = 0.01;
/** The steps of the HUD's clock while the replay plays: ten a second. */
const CLOCK_STEPS = 288;
const LAPSE_MS = LAPSE_SECONDS * 1000;
const EARLY = EARLY_MS / LAPSE_MS;

type Needs = ReadingsState & ViewState & WorldState & TimeLapseState;
type Clocks = Pick<Environment, 'now' | 'monotonicNow'>;
/** Reads what the agents did in a time. Rejects if its own code cannot be loaded. */
type ReadAgents = (from: number, until: number) => Promise<ReplayedDay>;

/** The agents of a replay that has just begun restart it; later they only join it. */
const JUST_BEGUN = 0.02;
/** The world shows no sessions until those of the day are known. */
const UNKNOWN_SESSIONS = { state: 'loading', source: 'what the home has stored' } as const;

/**
 * The time-lapse of specification 3.4. While it plays, its progress follows real time. It emits
 * `commitFired` for the commits that it passes, but not after a jump. The world shows `worldAt` of the
 * progress, delayed so that it changes at most once in `MIN_GAP_MS`.
 */
class TimeLapse {
  readonly #state: Needs;
  readonly #now: () => number;
  readonly #monotonicNow: () => number;
  #isOn = false;
  /** The last request. */
  #request: LapseRequest | undefined;
  /** The real clock at the last frame. */
  #last = 0;
  /** Milliseconds of the thirty seconds. */
  #elapsed = 0;
  #progress = 0;
  /** The number of commits that the progress has passed. */
  #passed = 0;
  #reading: Reading<readonly Commit[]> | undefined;
  /** The real clock when the world last changed, and when it last had other commits. */
  #shownAt = -Infinity;
  #newsAt = -Infinity;
  #shownMinute = -1;
  #shownPassed = -1;
  /** Commits that the progress has passed, not emitted yet. */
  #due: Commit[] = [];
  readonly #readAgents: ReadAgents | undefined;
  /** What the agents did in the replayed day, when it has just been read. */
  #readDay: ReplayedDay | undefined;
  /** The number of requests for days. Only the last one counts. */
  #reads = 0;
  /** The real clock when the sessions last changed, and the number of changes until then. */
  #sessionsAt = -Infinity;
  #sessionsPassed = -1;

  constructor(state: Needs, { now, monotonicNow }: Clocks, readAgents: ReadAgents | undefined) {
    this.#state = state;
    this.#now = now;
    this.#monotonicNow = monotonicNow;
    this.#readAgents = readAgents;
  }

  update(): void {
    if (this.#state.view.get().mode !== 'time-lapse') {
      this.dispose();
      return;
    }
    const time = this.#monotonicNow();
    const begins = this.#takeRequest() || !this.#isOn || this.#hasNewCommits();
    const milliseconds = begins ? 0 : Math.min(MAX_PAUSE_MS, time - this.#last);
    this.#last = time;
    this.#isOn = true;
    if (begins) this.#begin();
    else this.#addAgents();
    const run = this.#state.timeLapse.run.get();
    const to = this.#state.timeLapse.sought.inbox.last();
    if (run && hasContent(run)) this.#step(run, time, milliseconds, to);
  }

  /** Ends the replay: the world shows the present again. */
  dispose(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#request = undefined;
    this.#reading = undefined;
    this.#due = [];
    this.#shownAt = -Infinity;
    this.#newsAt = -Infinity;
    this.#progress = 0;
    this.#readDay = undefined;
    this.#reads++;
    const { requested, sought, shown, sessions, run, playing, progress } = this.#state.timeLapse;
    requested.inbox.last();
    sought.inbox.last();
    shown.set(undefined);
    sessions.set(undefined);
    run.set(undefined);
    playing.set(false);
    progress.set(0);
  }

  #takeRequest(): boolean {
    const request = this.#state.timeLapse.requested.inbox.last();
    if (request) this.#request = request;
    return request !== undefined;
  }

  /** Whether commits came for a run that waits for them. */
  #hasNewCommits(): boolean {
    const run = this.#state.timeLapse.run.get();
    const waits = !run || !hasContent(run);
    return waits && this.#reading !== this.#state.readings.commits.get();
  }

  /**
   * Begins the requested replay, or today's without a request. Without commits it waits for them, and
   * the world shows the present.
   */
  #begin(): void {
    const { timeLapse, readings, commitsKnownSince } = this.#state;
    timeLapse.sought.inbox.last();
    const reading = readings.commits.get();
    this.#reading = reading;
    const { at, day } = this.#request ?? {};
    const now = this.#now();
    // Without commits, there may still be what the agents did.
    const run =
      reading.state === 'loading'
        ? undefined
        : lapseRun(day ?? localDay(at ?? now), reading, now, commitsKnownSince.get());
    timeLapse.run.set(run);
    this.#shownPassed = -1;
    const hasCommits = run !== undefined && run.commits.length > 0;
    timeLapse.playing.set(hasCommits && at === undefined);
    timeLapse.sessions.set(UNKNOWN_SESSIONS);
    this.#sessionsAt = -Infinity;
    this.#sessionsPassed = -1;
    this.#readDay = undefined;
    if (run) void this.#read(run);
    // The jump is needed without commits too, because the progress of the previous run is not valid for this
    // run.
    if (run) this.#jumpTo(run, at === undefined ? 0 : progressAt(run, at));
    // At the beginning nothing has passed, so that a commit of the first moment is emitted too.
    if (hasCommits && at === undefined) this.#passed = 0;
    if (!hasCommits) timeLapse.shown.set(undefined);
  }

  async #read(run: LapseRun): Promise<void> {
    const read = ++this.#reads;
    const day = await this.#readAgents?.(startOf(run.day), run.to).catch((error: unknown) => {
      const cause = errorMessage(error);
      if (read === this.#reads)
        this.#state.timeLapse.sessions.set({ ...UNKNOWN_SESSIONS, state: 'error', cause });
      return undefined;
    });
    if (read === this.#reads) this.#readDay = day;
  }

  /** Adds the agents to the replay when they have been read. */
  #addAgents(): void {
    const { timeLapse } = this.#state;
    const before = timeLapse.run.get();
    if (!this.#readDay || !before) return;
    const run = withAgents(before, this.#readDay, this.#now());
    this.#readDay = undefined;
    this.#sessionsPassed = -1;
    timeLapse.run.set(run);
    if (!hasContent(run)) return;
    const { at } = this.#request ?? {};
    const wasEmpty = !hasContent(before);
    if (wasEmpty) timeLapse.playing.set(at === undefined);
    else if (run.from === before.from) return;
    // A linked moment before the known commits could not be shown, and the visitor has not moved since.
    const waits = at !== undefined && at < before.from && this.#progress === 0;
    const there = wasEmpty || waits ? at : instantAt(before, this.#progress);
    const restarts = there === undefined || (timeLapse.playing.get() && this.#progress < JUST_BEGUN);
    this.#jumpTo(run, restarts ? 0 : progressAt(run, there));
    if (restarts) this.#passed = 0;
  }

  #jumpTo(run: LapseRun, to: number): void {
    this.#progress = to;
    this.#elapsed = to * LAPSE_MS;
    this.#due = [];
    const { progress } = this.#state.timeLapse;
    if (progress.get() !== to) progress.set(to);
    this.#passed = passedAt(run, instantAt(run, to + EARLY));
  }

  /** `seekTo`: the progress to which the visitor has jumped since the last frame. */
  #step(run: LapseRun, time: number, milliseconds: number, seekTo: number | undefined): void {
    const { timeLapse, world } = this.#state;
    if (seekTo !== undefined) this.#jumpTo(run, seekTo);
    else if (timeLapse.playing.get()) this.#play(run, milliseconds);
    this.#setClock(run);
    const isNews = this.#isNews();
    const isPlaying = timeLapse.playing.get();
    const minGap = (isPlaying && !isNews) || world.reducedMotion.get() ? MIN_SLOW_GAP_MS : MIN_GAP_MS;
    const isOver = isPlaying && this.#progress >= 1;
    const minute = Math.floor(instantAt(run, this.#progress + EARLY) / MINUTE_MS) * MINUTE_MS;
    // Changes of ages wait for the gap after any change, new commits only for the gap after other commits.
    const since = time - (isNews ? this.#newsAt : this.#shownAt);
    if ((isNews || minute !== this.#shownMinute) && (isOver || since >= minGap - EARLY_MS))
      this.#show(run, time);
    const sessionGap = world.reducedMotion.get() ? MIN_SLOW_GAP_MS : MIN_GAP_MS;
    if (isOver || time - this.#sessionsAt >= sessionGap - EARLY_MS) this.#showSessions(run, minute, time);
    if (isOver) dispatchView(this.#state, { kind: 'end', mode: 'time-lapse' });
  }

  #play(run: LapseRun, milliseconds: number): void {
    const { speed, progress } = this.#state.timeLapse;
    this.#elapsed = Math.min(LAPSE_MS, this.#elapsed + milliseconds * speed.get());
    if (this.#elapsed > LAPSE_MS - EARLY_MS) this.#elapsed = LAPSE_MS;
    this.#progress = this.#elapsed / LAPSE_MS;
    progress.set(this.#progress);
    const before = this.#passed;
    this.#passed = passedAt(run, instantAt(run, this.#progress + EARLY), before);
    if (this.#passed > before) this.#due.push(...run.commits.slice(before, this.#passed));
  }

  #isNews(): boolean {
    return this.#passed !== this.#shownPassed || this.#due.length > 0;
  }

  #show(run: LapseRun, time: number): void {
    this.#shownAt = time;
    if (this.#isNews()) this.#newsAt = time;
    this.#shownPassed = this.#passed;
    const moment = worldAt(run, this.#progress + EARLY);
    this.#shownMinute = moment.now;
    this.#state.timeLapse.shown.set(moment);
    if (this.#due.length === 0) return;
    emit(this.#state.commitFired, this.#due);
    this.#due = [];
  }

  #showSessions(run: LapseRun, minute: number, time: number): void {
    const passed = run.agents?.passed(minute) ?? -1;
    if (!run.agents || passed === this.#sessionsPassed) return;
    this.#sessionsPassed = passed;
    this.#sessionsAt = time;
    this.#state.timeLapse.sessions.set(run.agents.sessions(minute, momentText(run, minute)));
  }

  #setClock(run: LapseRun): void {
    const { clock, playing } = this.#state.timeLapse;
    const steps = playing.get() ? Math.ceil((run.to - run.from) / CLOCK_STEPS / MINUTE_MS) : 1;
    const since = instantAt(run, this.#progress + EARLY) - run.from;
    const at = run.from + Math.floor(since / (steps * MINUTE_MS)) * steps * MINUTE_MS;
    if (clock.get() !== at) clock.set(at);
  }
}

/**
 * Runs the time-lapse while the view is in it. `now` in milliseconds since the epoch,
 * `monotonicNow` in milliseconds of a clock that is never set back. Without `readAgents`, only commits are
 * replayed.
 */
export const createTimeLapse = (clocks: Clocks, readAgents?: ReadAgents): DataModule<Needs> =>
  dataModule((state) => new TimeLapse(state, clocks, readAgents));
