import { MINUTE_MS } from '../../data/core/time.ts';
import { type PropertyValues, type TemplateResult, html, nothing, svg } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { seek, startTimeLapse } from '../../data/time-lapse/time-lapse-commands.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { TimeLapseState, Video } from '../../data/time-lapse/time-lapse-state.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import {
  type LapseRun,
  areUnknown,
  clockText,
  hasContent,
  lapseSpeeds,
  nextBurst,
  passedAt,
  progressAt,
  startOf,
} from '../../data/time-lapse/time-lapse.ts';
import { type DayEvent, type MarkKind, dayEvents, markKinds } from '../../data/day/day-events.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { downloadFile } from '../shared/download.ts';
import { icons } from '../shared/icons.ts';
import { sliders } from '../shared/slider-styles.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { lapseButton, lapseIcons } from './time-lapse-button.ts';
import { clipCard, recorder } from './time-lapse-clip.ts';
import { timeLapseStyles } from './time-lapse-styles.ts';
import { absenceText, agentsText, countText, dayChoice, dayChoiceShort } from './time-lapse-words.ts';

type StateSlice = PageState & ReadingsState & TimeLapseState & ViewState;

/** The step of the arrow keys on the track. */
const ARROW_MINUTES = 10;
/** The step of Page Up and Page Down. */
const PAGE_MINUTES = 60;
/** Minutes by `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -ARROW_MINUTES,
  ArrowDown: -ARROW_MINUTES,
  ArrowRight: ARROW_MINUTES,
  ArrowUp: ARROW_MINUTES,
  PageDown: -PAGE_MINUTES,
  PageUp: PAGE_MINUTES,
};

/** The number of days that get a button if the chosen day has nothing to replay; the others are in a list. */
const MAX_OFFERED_DAYS = 3;

/** The shape of each mark, so that they can be told apart without colours. */
const SHAPES: Readonly<Record<MarkKind, string>> = {
  ask: 'M0-4.5 4.5 0 0 4.5-4.5 0Z',
  failure: 'M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5',
  merge: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
};
const LEGEND = '◆ an agent waits · ✕ an agent has failed · ○ a pull request was merged';
/** The maximum number of marks: more of them would cover each other. */
const MAX_MARKS = 300;

type Mark = DayEvent & { readonly kind: MarkKind };
const isMark = (one: DayEvent): one is Mark => markKinds.some((kind) => kind === one.kind);

/** One stroke per commit, as a path in a view box of width 1000. */
const strokes = (run: LapseRun, list: readonly Commit[]): string =>
  list.map(({ authoredAt }) => `M${(progressAt(run, authoredAt) * 1000).toFixed(1)} 0V10`).join('');

/**
 * The controls of the time-lapse of the day (specification 3.4): its clock, a track with one stroke per
 * commit, and the buttons and lists that change the moment. If there is nothing to replay, it shows the
 * reason and the days that have commits. After a recording the element stays when the view ends, until the
 * clip is saved or dismissed.
 */
@customElement('hw-time-lapse')
export class HwTimeLapse extends StateElement {
  static override styles = [base, panel, buttons, sliders, timeLapseStyles];

  /** The last saved clip, so that each clip is saved once. */
  #saved: Video | undefined;
  /** The marks of a run. */
  #marks:
    | { readonly run: LapseRun; readonly reading: Reading<unknown>; readonly list: readonly Mark[] }
    | undefined;
  /** Whether the replay was running before the visitor moved the track. */
  #resumes = false;

  @query('input') private readonly slider?: HTMLInputElement;

  /** Whether a small window shows the controls that it leaves out at first. */
  @state() private unfolded = false;

  /** Releases the video of the clip, which can be megabytes. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#saved = undefined;
  }

  /**
   * Saves a clip that has just finished, and sets the fill of the slider. Both are side effects, so they are
   * not in the template.
   */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { state } = this;
    if (!state) return;
    const { slider } = this;
    // This is not in the template, because the page's content security policy forbids style attributes.
    if (slider) slider.style.setProperty('--at', `${(100 * Number(slider.value)) / Number(slider.max)}%`);
    const clip = state.timeLapse.video.get();
    if (clip.phase === 'done' && clip !== this.#saved) {
      this.#saved = clip;
      downloadFile(clip.file, clip.fileName);
    }
  }

  /** Keys move the track by several minutes: a step of the native slider is one minute. */
  readonly #onTrackKey = (event: KeyboardEvent): void => {
    const minutes = KEYS[event.key];
    const { state } = this;
    const run = state?.timeLapse.run.get();
    if (minutes === undefined || !state || !run) return;
    event.preventDefault();
    seek(state, state.timeLapse.progress.get() + (minutes * MINUTE_MS) / (run.to - run.from));
  };

  /** Returns to the previous view. */
  #leave(state: StateSlice): void {
    dispatchView(state, { kind: 'end', mode: 'time-lapse' });
  }

  /** The marks of the day: they change only with the run and the merged pull requests. */
  #marksOf(state: StateSlice, run: LapseRun): readonly Mark[] {
    const reading = state.readings.merged.get();
    if (this.#marks?.run !== run || this.#marks.reading !== reading) {
      const { from, to, commits, agents } = run;
      const merged = currentValue(reading) ?? [];
      const events = dayEvents({ from, to, day: agents?.day, commits, merged });
      this.#marks = { run, reading, list: events.filter(isMark).slice(0, MAX_MARKS) };
    }
    return this.#marks.list;
  }

  #drawMarks(run: LapseRun, marks: readonly Mark[], at: number): TemplateResult {
    return html`<svg class="marks" aria-hidden="true">
      ${marks.map(
        (mark) =>
          svg`<svg x=${`${(progressAt(run, mark.at) * 100).toFixed(2)}%`} y="50%" overflow="visible"><path
            class=${`${mark.kind} ${mark.at <= at ? 'past' : ''}`}
            d=${SHAPES[mark.kind]}
          /></svg>`,
      )}
    </svg>`;
  }

  /** The strokes of the day's commits under a native slider. */
  #track(state: StateSlice, run: LapseRun, at: number, passed: number): TemplateResult {
    const { timeLapse } = state;
    const playing = timeLapse.playing.get();
    const minutes = (run.to - run.from) / MINUTE_MS;
    const value = Math.min(minutes, (at - run.from) / MINUTE_MS);
    // During playback the value for screen readers changes once an hour, because they would announce each
    // change.
    const heard = playing ? Math.floor(value / 60) * 60 : value;
    const agents = playing ? '' : agentsText(timeLapse.sessions.get(), run.agents);
    const valueText = [clockText(run.from + heard * MINUTE_MS, run), countText(passed, run), agents]
      .filter(Boolean)
      .join(', ');
    const marks = this.#marksOf(state, run);
    return html`<div class="track" title=${marks.length > 0 ? LEGEND : nothing}>
      <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<path class="to-come" d=${strokes(run, run.commits.slice(passed))} /><path
          class="passed"
          d=${strokes(run, run.commits.slice(0, passed))}
        />`}
      </svg>
      ${this.#drawMarks(run, marks, at)}
      <input
        type="range"
        aria-label="Moment of the day"
        aria-valuetext=${valueText}
        min="0"
        max=${minutes}
        step="1"
        .value=${String(value)}
        @keydown=${this.#onTrackKey}
        @pointerdown=${() => {
          this.#resumes = timeLapse.playing.get();
          timeLapse.playing.set(false);
        }}
        @input=${(event: Event) => seek(state, Number((event.target as HTMLInputElement).value) / minutes)}
        @pointerup=${this.#letGo}
        @pointercancel=${this.#letGo}
      />
    </div>`;
  }

  /** Continues the replay when the visitor releases the track. */
  readonly #letGo = (): void => {
    if (this.#resumes) this.state?.timeLapse.playing.set(true);
    this.#resumes = false;
  };

  /** The lists for speed and day. */
  #choices(state: StateSlice, run: LapseRun): TemplateResult {
    const { timeLapse } = state;
    return html`<select
        aria-label="Speed"
        @change=${({ target }: Event) =>
          timeLapse.speed.set(lapseSpeeds[(target as HTMLSelectElement).selectedIndex] ?? 1)}
      >
        ${lapseSpeeds.map(
          (speed) => html`<option .selected=${speed === timeLapse.speed.get()}>${speed}×</option>`,
        )}
      </select>
      ${timeLapse.video.get().phase === 'recording' ? nothing : this.#days(state, run)}`;
  }

  /** The list of days; hidden during a recording, because a clip shows one day. */
  #days(state: StateSlice, run: LapseRun): TemplateResult {
    return html`<select
      aria-label="Day"
      @change=${({ target }: Event) =>
        startTimeLapse(state, { day: run.days[(target as HTMLSelectElement).selectedIndex]?.day })}
    >
      ${run.days.map(
        (one) =>
          html`<option .selected=${one.day === run.day}>${dayChoiceShort(one, state.now.get())}</option>`,
      )}
    </select>`;
  }

  /** The latest replayed commit. */
  #latest(latest: Commit | undefined, run: LapseRun): TemplateResult | typeof nothing {
    if (run.commits.length === 0) return nothing;
    if (!latest) return html`<span class="quiet">no commit yet</span>`;
    return html`<b><bdi>${withoutBidiControls(latest.author)}</bdi></b>
      <bdi>${withoutBidiControls(latest.title)}</bdi>`;
  }

  /** The number of commits until the moment. */
  #count(run: LapseRun, passed: number): TemplateResult {
    const { length } = run.commits;
    if (length === 0)
      return html`no commits${run.knownFrom === undefined && !areUnknown(run.reading) ? nothing : ' known'}`;
    const known = run.knownFrom === undefined ? '' : `, known from ${clockText(run.knownFrom)}`;
    return html`${passed} of ${length}${run.knownFrom === undefined ? '' : '+'}<span class="unit">
        ${length === 1 ? 'commit' : 'commits'}</span
      ><span class="quiet">${known}</span>`;
  }

  /** The day as files; not for the recording of a demo. */
  #files({ day, to, agents }: LapseRun): TemplateResult | typeof nothing {
    if (!agents?.day || agents.day.recorded) return nothing;
    const query = `from=${startOf(day)}&until=${to}`;
    return html`<a
        class="action"
        href="api/day.md?${query}"
        download
        title="Save the day as .md"
        aria-label="Save the day as .md"
        >.md</a
      >
      <a
        class="action"
        href="api/day.json?${query}"
        download="day-${day}.json"
        title="Save the day as .json"
        aria-label="Save the day as .json"
        >.json</a
      >`;
  }

  /** The clock, the count, the track and the buttons for a day with commits or sessions. */
  #replay(state: StateSlice, run: LapseRun): TemplateResult {
    const { timeLapse } = state;
    const at = timeLapse.clock.get();
    const moment = timeLapse.shown.get();
    const passed = moment?.passed ?? passedAt(run, at);
    const playing = timeLapse.playing.get();
    // The buttons that end a recording are always shown.
    const isRecording = timeLapse.video.get().phase === 'recording';
    // The clock shows whole minutes, so the search starts at the next minute.
    const next = nextBurst(run, progressAt(run, at + MINUTE_MS));
    const agents = agentsText(timeLapse.sessions.get(), run.agents);
    return html`<div class="head moment">
        <div class="words">
          <p class="clock">${clockText(at, run)}</p>
          <p class="day quiet"><span class="name">TIME-LAPSE · </span>${run.dayText}</p>
          <p class="count">${this.#count(run, passed)}</p>
          ${agents === '' ? nothing : html`<p class="agents">${agents}</p>`}
          <p class="latest">${this.#latest(moment?.latest, run)}</p>
        </div>
        ${lapseButton('Leave the time-lapse', controlIcons.close, () => this.#leave(state))}
      </div>
      <div class="controls">
        <span class="from-start"
          >${lapseButton('From the beginning', lapseIcons.start, () => seek(state, 0))}</span
        >
        ${
          playing
            ? lapseButton('Pause', lapseIcons.pause, () => timeLapse.playing.set(false))
            : lapseButton('Play', lapseIcons.play, () => timeLapse.playing.set(true))
        }
        ${this.#track(state, run, at, passed)} ${this.#unfold()}
        <div class="extras" id="extras" ?data-open=${this.unfolded || isRecording}>
          ${lapseButton(
            'Next burst of commits',
            lapseIcons.burst,
            () => {
              const to = nextBurst(run, timeLapse.progress.get());
              if (to !== undefined) seek(state, to);
            },
            next === undefined ? 'No more commits this day' : '',
          )}
          ${this.#choices(state, run)} ${this.#files(run)} ${recorder(state)}
        </div>
      </div>`;
  }

  /** The button for the controls that small windows leave out at first; hidden elsewhere. */
  #unfold(): TemplateResult {
    return html`<button
      type="button"
      class="icon unfold"
      aria-label="Burst, speed, day and clip"
      title="Burst, speed, day and clip"
      aria-expanded=${this.unfolded ? 'true' : 'false'}
      aria-controls="extras"
      @click=${() => (this.unfolded = !this.unfolded)}
    >
      ${icons.more}
    </button>`;
  }

  /** Why there is nothing to replay, and the days that have commits. */
  #nothing(state: StateSlice, run: LapseRun | undefined): TemplateResult {
    const now = state.now.get();
    const days = run?.days.filter(({ day }) => day !== run.day) ?? [];
    const offered = days.filter(({ commits }) => commits > 0).slice(0, MAX_OFFERED_DAYS);
    return html`<div class="head">
        <p class="message" role="status">${absenceText(run, state.readings.commits.get(), now)}</p>
        ${lapseButton('Leave the time-lapse', controlIcons.close, () => this.#leave(state))}
      </div>
      ${
        days.length === 0
          ? nothing
          : html`<div class="days">
              ${offered.map(
                (one) =>
                  html`<button
                    type="button"
                    class="action"
                    @click=${() => startTimeLapse(state, { day: one.day })}
                  >
                    ${dayChoice(one, now)}
                  </button>`,
              )}
              ${run && days.length > offered.length ? this.#days(state, run) : nothing}
            </div>`
      }`;
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    const on = state.view.get().mode === 'time-lapse';
    const run = state.timeLapse.run.get();
    const card = clipCard(state);
    if (!on && card === nothing) return nothing;
    return html`<section class="panel" aria-label="Time-lapse">
      ${!on ? nothing : run && hasContent(run) ? this.#replay(state, run) : this.#nothing(state, run)} ${card}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-time-lapse': HwTimeLapse;
  }
}
