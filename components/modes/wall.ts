import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { MINUTE_MS, localTime } from '../../data/core/time.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { type Stage, subjectOf } from '../../data/view/stage.ts';
import { type StageReadings, StageDirector } from '../../data/view/wall-stage.ts';
import {
  type WallCaption,
  MAX_DRIFT,
  dayText,
  driftAt,
  nightShare,
  oldText,
  todayText,
  wallCaption,
} from '../../data/view/wall-words.ts';
import type { WorldState } from '../../data/world-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { storedText } from '../shared/storage.ts';
import { base } from '../shared/styles.ts';
import { keepScreenOn } from './wake-lock.ts';
import { wallStyles } from './wall-styles.ts';

type StateSlice = ConfigState & PageState & ReadingsState & ViewState & WorldState;

/** How long the link that leaves the wall is shown after a key or a touch. */
const LINK_SECONDS = 8;
/** How long the wall says that this browser does not keep the screen on. */
const NOTE_SECONDS = 30;
/** A picture that is lost for this long does not come back by itself. Also the time between two tries. */
const LOST_SECONDS = 60;
/** The least time between two reloads. */
const RELOAD_MINUTES = 10;
const reloaded = storedText('session', 'home-world.wall-reloaded');
/** How much darker picture and words are at night, as shares. The words keep a contrast of 4.5:1. */
const NIGHT = { picture: 0.65, words: 0.3 } as const;

const readingsOf = ({ readings }: ReadingsState): StageReadings => ({
  sessions: readings.sessions.get(),
  commits: readings.commits.get(),
  merged: readings.merged.get(),
});

/**
 * The words of the wall, a screen to leave on (docs/wall.md): what is on the stage, the clock and the day. It
 * chooses the stage, which the camera follows (`world/camera/wall.ts`), keeps the screen on, and loads the page
 * again after an update of the home, because no visitor is there to press a button.
 *
 * It covers the window, so the world gets no input.
 */
@customElement('hw-wall')
export class HwWall extends StateElement {
  static override styles = [base, wallStyles];

  /** Reloads the page; tests replace it. */
  @property({ attribute: false }) reload = (): void => location.reload();

  @query('a') private readonly link!: HTMLElement;
  @state() private isLinkShown = false;
  /** Whether the note about the screen is shown. */
  @state() private isNoteShown = false;

  readonly #director = new StageDirector();
  #stage: Stage | undefined;
  #drifted = '';
  #hideLink: ReturnType<typeof setTimeout> | undefined;
  #hideNote: ReturnType<typeof setTimeout> | undefined;
  #lost: ReturnType<typeof setInterval> | undefined;
  #letScreenSleep: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
    this.addEventListener('pointerdown', this.#showLink);
    this.#letScreenSleep = keepScreenOn(() => {
      this.isNoteShown = true;
      this.#hideNote = setTimeout(() => (this.isNoteShown = false), NOTE_SECONDS * 1000);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
    this.removeEventListener('pointerdown', this.#showLink);
    this.#letScreenSleep?.();
    for (const timer of [this.#hideLink, this.#hideNote]) clearTimeout(timer);
    clearInterval(this.#lost);
    const { style } = document.documentElement;
    for (const name of ['--hw-drift', '--hw-bleed', '--hw-header-shade']) style.removeProperty(name);
    this.#drifted = '';
  }

  /** Any key: a remote control of a television has no Esc. The link then has the focus, so OK follows it. */
  readonly #onKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): void => {
    if (ctrlKey || altKey || metaKey || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
    this.#showLink();
    this.link.focus();
  };

  readonly #showLink = (): void => {
    this.isLinkShown = true;
    clearTimeout(this.#hideLink);
    this.#hideLink = setTimeout(() => {
      this.isLinkShown = false;
      this.link.blur();
    }, LINK_SECONDS * 1000);
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { state: home } = this;
    if (!home) return;
    const now = home.now.get();
    this.#stage = this.#director.next(readingsOf(home), now);
    const stage = this.#stage;
    // This runs after the update, because signals cannot be set inside it.
    if (subjectOf(home.stage.get()) !== subjectOf(stage) || home.stage.get()?.kind !== stage.kind)
      queueMicrotask(() => home.stage.set(stage));
    if (home.newBuild.get() && home.homeAnswers.get()) queueMicrotask(this.#reloadSeldom);
    this.#followPicture(home);
    this.#drift(now);
  }

  /** A cache may have kept the old page: it would be loaded again and again. */
  readonly #reloadSeldom = (): void => {
    const now = Date.now();
    if (Math.abs(now - Number(reloaded.get())) < RELOAD_MINUTES * MINUTE_MS) return;
    reloaded.set(String(now));
    this.reload();
  };

  /** Loads the page again if the graphics card does not come back. It tries each minute until it may. */
  #followPicture({ world }: WorldState): void {
    const isLost = world.status.get().phase === 'lost';
    if (!isLost) clearInterval(this.#lost);
    this.#lost = isLost ? (this.#lost ?? setInterval(this.#reloadSeldom, LOST_SECONDS * 1000)) : undefined;
  }

  /** Only when it changes, because the whole page inherits these. */
  #drift(now: number): void {
    const { x, y } = driftAt(now);
    const drift = `${x}px ${y}px`;
    if (drift === this.#drifted) return;
    this.#drifted = drift;
    const { style } = document.documentElement;
    style.setProperty('--hw-drift', drift);
    style.setProperty('--hw-bleed', `-${MAX_DRIFT}px`);
    // The shade behind the header, over the painted picture.
    style.setProperty('--hw-header-shade', '0');
  }

  #caption({ state: words, headline, detail, rows }: WallCaption, kind: Stage['kind']): TemplateResult {
    // No line begins with the dot between two parts, or with the unit of a number.
    const text = (value: string): TemplateResult =>
      html`<bdi>${withoutBidiControls(value).replaceAll(/ (?=·|(?:min|h|d)\b)/g, '\u00a0')}</bdi>`;
    return html`<div class="caption ${kind}">
      <div role="status">
        <p class="state">${text(words)}</p>
        ${headline === '' ? nothing : html`<p class="headline">${text(headline)}</p>`}
      </div>
      ${
        rows.length === 0
          ? nothing
          : html`<ul>
              ${rows.map(({ name, work }) => html`<li><b>${text(name)}</b> <span>${text(work)}</span></li>`)}
            </ul>`
      }
      ${detail === '' ? nothing : html`<p class="detail">${text(detail)}</p>`}
    </div>`;
  }

  protected override renderState(home: StateSlice): TemplateResult {
    const now = home.now.get();
    const stage = this.#stage ?? { kind: 'quiet' };
    const readings = readingsOf(home);
    const { appName } = home.config.get();
    const old = oldText(home, readings, now);
    const today = todayText(readings, now, home.commitsKnownSince.get());
    const night = nightShare(now);
    return html`<section aria-label="The wall" ?data-awake=${this.isLinkShown}>
      <div class="night" .style=${`opacity: ${NIGHT.picture * night}`}></div>
      <div class="strip" .style=${`opacity: ${1 - NIGHT.words * night}`}>
        ${old === '' ? nothing : html`<p class="old" role="status">${old}</p>`}
        ${this.#caption(wallCaption(stage, now), stage.kind)}
        <div class="day">
          <p class="clock">${localTime(now)}</p>
          <p>${dayText(now)}</p>
        </div>
        <div class="foot">
          <p>${today}</p>
          <p><bdi>${withoutBidiControls(appName)}</bdi></p>
        </div>
      </div>
      ${
        this.isNoteShown
          ? html`<p class="note" role="status">
              This browser does not keep the screen on here. Switch off the screen’s own standby.
            </p>`
          : nothing
      }
      <a class="leave" href=${home.base}>Leave the wall</a>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-wall': HwWall;
  }
}
