import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { type Film, FilmReading, PlaysReading } from '../../data/games/film-reading.ts';
import { type FilmFrame, readingMs } from '../../data/games/film.ts';
import { playScreenUrl } from '../../data/games/play-record.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { sliders } from '../shared/slider-styles.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { filmControls } from './film-controls.ts';
import { dayAndTime, filmList, portalName, problemText } from './film-list.ts';
import { filmPicture } from './film-picture.ts';
import { filmStyles } from './film-styles.ts';
import { frameWords, stepList } from './film-words.ts';

type StateSlice = ChatState & DerivedState & GamesState & PageState & ViewState;

/** The next part of a long log is requested when this many frames are left. */
const FRAMES_AHEAD = 5;
/** A swipe of this length turns to another frame. CSS pixels. */
const SWIPE_PIXELS = 40;
const noFrames: readonly FilmFrame[] = [];

/**
 * Shows plays of the resident again: the list of plays, or one play as a film of its screenshots, with the
 * actions drawn on them, the thoughts and the results. `state.games.strip` is the id of the play.
 *
 * A film starts by itself, except with reduced motion. Each frame is shown for the time that its words take
 * to read. The arrow keys, Home, End, a swipe, the slider and the list of steps show another frame and pause.
 * Only the screenshot of the shown frame is loaded; while the film runs, also the next one.
 *
 * A log is loaded in parts of 500 entries, each shortly before the end of the previous part, so that the
 * beginning of a long play does not load all of it.
 *
 * @cssproperty --hw-background - the background of the picture, and the outline of the marks
 * @cssproperty --hw-error - the marks of actions that were refused or failed
 * @cssproperty --hw-panel-text - the bar beside the present step
 * @cssproperty --hw-zap - the marks of the other actions
 */
@customElement('hw-film-strip')
export class HwFilmStrip extends StateElement {
  static override styles = [base, panel, sheet, buttons, sliders, filmStyles];

  #plays: PlaysReading | undefined;
  #film: FilmReading | undefined;
  /** Whether a film was opened whose playback has not started. */
  #isFresh = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the touch started; undefined without a touch. */
  #touchedAt: number | undefined;

  /** Gets the focus when the focused button is removed. */
  @query('.body') private readonly body?: HTMLElement;
  /** The list of steps. On a wide page it has its own scroll bar. */
  @query('.steps') private readonly steps?: HTMLElement;

  /** The index of the shown frame. */
  @state() private index = 0;
  /** Whether the film plays. */
  @state() private isPlaying = false;
  /** The number of a screenshot that could not be loaded. */
  @state() private broken: number | undefined;

  /** Aborts all requests: an element that is connected again requests its content again. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#plays?.end();
    this.#film?.end();
    this.#plays = undefined;
    this.#film = undefined;
  }

  /** Loads what is selected now: a play, or the list. */
  protected override willUpdate(): void {
    const { state } = this;
    // An update that was still pending when the element was removed must not request anything.
    if (!state || !this.isConnected) return;
    const wanted = state.games.strip.get();
    const isList = wanted === undefined;
    if (isList ? this.#plays !== undefined : this.#film?.play === wanted) return;
    this.#plays?.end();
    this.#film?.end();
    this.#plays = isList ? new PlaysReading(state.base) : undefined;
    this.#film = isList ? undefined : new FilmReading(state.base, wanted);
    this.index = 0;
    this.isPlaying = false;
    this.#isFresh = true;
    const reading = this.#plays ?? this.#film;
    const hadFocus = this.matches(':focus-within');
    // This runs after the render, because signals cannot be set during a render, and because only then the
    // pressed button is removed.
    queueMicrotask(() => {
      void reading?.load();
      if (hadFocus) this.body?.focus({ preventScroll: true });
    });
  }

  /** Continues a running film. A film that was just opened starts, unless the visitor wants less motion. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { length } = this.#frames;
    if (this.#isFresh && length > 0) {
      this.#isFresh = false;
      this.isPlaying = length > 1 && this.state?.world.reducedMotion.get() === false;
    }
    this.#schedule();
    this.#showStep();
  }

  /** The frames that are loaded so far. */
  get #frames(): readonly FilmFrame[] {
    return this.#film?.loaded.get().value?.frames ?? noFrames;
  }

  /** Whether all frames are loaded that the home has now. */
  get #isLast(): boolean {
    return this.#film?.loaded.get().value?.isLast ?? false;
  }

  /** Loads the next part of a long log, or the new entries of a running play. */
  readonly #loadMore = (): void => void this.#film?.load();

  /**
   * Shows another frame, and loads more if few are left. After a failure it loads nothing: the visitor has a
   * button for that.
   */
  readonly #go = (index: number, isPlaying = false): void => {
    const { length } = this.#frames;
    this.index = Math.max(0, Math.min(length - 1, index));
    this.isPlaying = isPlaying;
    this.broken = undefined;
    const isNearEnd = this.index >= length - FRAMES_AHEAD;
    if (isNearEnd && !this.#isLast && this.#film?.loaded.get().problem === '') this.#loadMore();
  };

  /** Plays or pauses. At its end the film starts again. */
  readonly #toggle = (): void => {
    if (!this.isPlaying && this.index === this.#frames.length - 1) this.#go(0, true);
    else this.isPlaying = !this.isPlaying;
  };

  /** While the film runs: shows the next frame after the reading time of this one. */
  #schedule(): void {
    clearTimeout(this.#timer);
    const frame = this.#frames[this.index];
    if (!this.isPlaying || !frame) return;
    const goesOn = this.index + 1 < this.#frames.length || !this.#isLast;
    this.#timer = setTimeout(() => this.#go(this.index + 1, goesOn), readingMs(frame));
  }

  /**
   * Keeps the current step in view. It scrolls only the list: `scrollIntoView` would also scroll the panel,
   * and move the picture out of view on a phone.
   */
  #showStep(): void {
    const { steps } = this;
    const current = steps?.querySelector<HTMLElement>('[aria-current]');
    if (!steps || !current) return;
    const top = current.offsetTop - steps.offsetTop;
    if (top < steps.scrollTop) steps.scrollTop = top;
    else if (top + current.offsetHeight > steps.scrollTop + steps.clientHeight)
      steps.scrollTop = top + current.offsetHeight - steps.clientHeight;
  }

  /** Keys for the whole film. The slider handles its own keys. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: this.index - 1,
      ArrowRight: this.index + 1,
      Home: 0,
      End: this.#frames.length - 1,
    };
    const to = targets[event.key];
    const inField = event.composedPath().some((target) => target instanceof HTMLInputElement);
    if (to === undefined || inField || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#go(to);
  };

  /**
   * Handles horizontal swipes. The browser handles vertical swipes, which scroll (`touch-action` in the
   * styles).
   */
  readonly #onTouch = ({ type, clientX }: PointerEvent): void => {
    const from = this.#touchedAt;
    this.#touchedAt = type === 'pointerdown' ? clientX : undefined;
    if (type !== 'pointerup' || from === undefined || Math.abs(clientX - from) < SWIPE_PIXELS) return;
    this.#go(this.index + (clientX < from ? 1 : -1));
  };

  /** What follows the frames that are loaded. */
  #tail(state: StateSlice, { entries, isLast }: Film): TemplateResult | typeof nothing {
    const problem = this.#film?.loaded.get().problem ?? '';
    if (problem !== '') return problemText(state, problem, this.#loadMore);
    if (isLast && entries.at(-1)?.type === 'end') return nothing;
    return html`<p class="tail">
      <button type="button" class="action" ?disabled=${this.#film?.isLoading.get()} @click=${this.#loadMore}>
        ${isLast ? 'Look for new steps' : 'Load more steps'}
      </button>
    </p>`;
  }

  /** The next screenshot of a film that runs, so that the browser has it when its frame comes. */
  #preloaded({ base }: PageState, play: string): TemplateResult | typeof nothing {
    const next = this.isPlaying ? this.#frames[this.index + 1]?.screen : undefined;
    return next ? html`<img src=${playScreenUrl(base, play, next.number)} alt="" hidden />` : nothing;
  }

  /** One play, or a text while it loads or if it cannot be loaded. */
  #strip(state: StateSlice, { play, loaded }: FilmReading): TemplateResult {
    const { value, problem } = loaded.get();
    if (!value && problem !== '') return problemText(state, problem, this.#loadMore);
    if (!value) return html`<p class="quiet" role="status">Loading the play.</p>`;
    const { frames, isLast } = value;
    const frame = frames[this.index];
    const { index, isPlaying } = this;
    const number = frame?.screen?.number;
    if (!frame)
      return html`<p role="status">Nothing has happened in this play yet.</p>
        ${this.#tail(state, value)}`;
    return html`<div class="film" @keydown=${this.#onKey}>
      <div>
        <div
          class="picture"
          @pointerdown=${this.#onTouch}
          @pointerup=${this.#onTouch}
          @pointercancel=${this.#onTouch}
        >
          ${filmPicture({
            base: state.base,
            play,
            frame,
            isBroken: number !== undefined && number === this.broken,
            onBroken: () => (this.broken = number),
          })}
          ${this.#preloaded(state, play)}
        </div>
        ${filmControls({ frames, index, isPlaying, hasMore: !isLast, go: this.#go, toggle: this.#toggle })}
        ${frameWords(frame, isPlaying)}
      </div>
      <div>${stepList(frames, index, this.#go)} ${this.#tail(state, value)}</div>
    </div>`;
  }

  /** The portal and the start of the play, the model, and whether it was a dry run. */
  #about(state: StateSlice, { loaded }: FilmReading): TemplateResult | typeof nothing {
    const start = loaded.get().value?.entries.find((entry) => entry.type === 'start');
    if (!start) return nothing;
    const words = [portalName(state, start.portal), dayAndTime(start.at), withoutBidiControls(start.model)];
    return html`<p class="quiet">${[...words, ...(start.dryRun ? ['dry run'] : [])].join(' · ')}</p>`;
  }

  protected override renderState(state: StateSlice): TemplateResult {
    const film = this.#film;
    const plays = this.#plays;
    return html`<section class="panel filling" role="dialog" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title">${film ? 'Film strip of a play' : 'Plays'}</h2>
        ${
          film
            ? html`<button type="button" class="action" @click=${() => state.games.strip.set(undefined)}>
                All plays
              </button>`
            : nothing
        }
        ${closeButton('Close the plays', () => state.panels.plays.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-labelledby="title">
        ${film ? [this.#about(state, film), this.#strip(state, film)] : nothing}
        ${plays ? filmList(state, plays.loaded.get(), () => void plays.load()) : nothing}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-film-strip': HwFilmStrip;
  }
}
