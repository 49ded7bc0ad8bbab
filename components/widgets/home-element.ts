import {
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
  html,
} from 'lit';
import {
  type HomeConnection,
  type HomeConnector,
  type HomeView,
  type SourcesOf,
  homeBase,
} from '../../data/apps/widget-home.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { DASH } from '../../data/readings/format.ts';
import type { Reading, ReadingState } from '../../data/readings/reading.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { panelStyles } from './panel-styles.ts';
import { schemeAround } from './scheme.ts';

/** The detail of `hw-load` and `hw-update`, and of `hw-error`. */
export type WidgetEventDetail =
  | { readonly reading: Reading<unknown>; readonly cause: undefined }
  | {
      /** Undefined where no home answers. */
      readonly reading: Reading<unknown> | undefined;
      /** What is wrong, in words. */
      readonly cause: string;
    };

/** The least seconds between requests that a page may ask for. */
const MIN_REFRESH_SECONDS = 10;

/** Text and numbers whose attribute is not there are undefined. */
export const text = { reflect: true, converter: (given: string | null) => given ?? undefined };
const number = { reflect: true, converter: (given: string | null) => Number(given) || undefined };
const secondsOf = (given: string | null): number => {
  const seconds = Number(given);
  return seconds && Math.max(seconds, MIN_REFRESH_SECONDS);
};

/** The properties that decide which home is open, and what is requested. */
const OPENS: readonly PropertyKey[] = ['src', 'loading', 'state', 'every', 'isNear'];

/**
 * The base of every widget. It opens the home that its `src` names; a widget inside another one takes
 * the state from it.
 *
 * @slot - the children, which are shown until the element is defined, or without scripts
 * @slot loading - instead of the dash before the first answer
 * @slot empty - instead of the words for a source that has nothing
 * @slot error - instead of the words for a failure; its cause is below
 * @slot footer - below the line with source and age
 * @cssstate loading - before the first answer
 * @cssstate live - the last request succeeded
 * @cssstate stale - the reading is older than it should be
 * @cssstate empty - the source has nothing
 * @cssstate error - the last request failed, or no home answers
 * @cssstate offline - there is no network
 * @cssproperty --hw-panel-background - the background
 * @cssproperty --hw-text - text
 * @cssproperty --hw-text-quiet - headings, ages and sources
 * @cssproperty --hw-panel-text - figures
 * @cssproperty --hw-accent - border, underlines, focus
 * @cssproperty --hw-error - errors
 * @cssproperty --hw-font - the font
 * @cssproperty --hw-font-size - the size of the text
 * @cssproperty --hw-space - the unit of all distances
 * @cssproperty --hw-radius - the corners
 * @csspart panel - the whole widget
 * @csspart title - its heading
 * @csspart source - the line with source and age
 * @csspart figure - the largest text of a widget without rows, and a headline
 * @fires hw-load - the first answer is shown
 * @fires hw-update - a newer answer is shown
 * @fires hw-error - a request failed, or no home answers; the last value may still be shown
 */
export abstract class HomeElement extends SignalElement {
  static override styles: CSSResultGroup = panelStyles;
  /** Without decorators, which are 0.3 kB of every widget. */
  static override properties: PropertyDeclarations = {
    src: text,
    limit: number,
    theme: text,
    compact: { type: Boolean, reflect: true },
    label: text,
    headingLevel: { ...number, attribute: 'heading-level' },
    units: text,
    loading: text,
    state: { attribute: false },
    note: { attribute: false },
    every: { attribute: 'refresh', converter: secondsOf },
    refresh: { attribute: false, noAccessor: true },
    isNear: { state: true },
  };

  /** Opens homes; set once by `embed.ts`, before the elements are defined. */
  static connector: HomeConnector | undefined;

  /** The heading of the widget, and its accessible name. */
  protected abstract readonly heading: string;
  /** The readings it needs, which are polled for it on pages of others. */
  protected abstract readonly sources: SourcesOf;

  /** The home's address, as in `https://home.example`. */
  src: string | undefined;
  /** The most rows of a list. */
  limit: number | undefined;
  /** Without `light` and `dark`, as the page around the widget. */
  theme: 'light' | 'dark' | 'auto' | undefined;
  /** Without details, and without source and age while all is well. */
  compact = false;
  /** Instead of the heading; empty hides it. */
  label: string | undefined;
  /** 1 to 6. */
  headingLevel: number | undefined;
  /** Of the weather. */
  units: '°C' | '°F' | 'C' | 'F' | undefined;
  /** `lazy` waits with the requests until it is nearly in view. */
  loading: 'lazy' | 'eager' | undefined;
  /** The state to show, for an element that composes others. It takes precedence over `src`. */
  state: HomeState | undefined;
  /** The foot line while no home is open, from the widget that contains this one. */
  note: string | undefined;

  /** The seconds between requests that the page asks for; 0 or not a number: the usual ones. */
  protected every = 0;
  /** Whether it was nearly in view. */
  private isNear = false;
  /** The home that `src` names. */
  #connection: HomeConnection | undefined;
  /** The time or the cause in the last event. */
  #told: number | string | undefined;
  #hasLoaded = false;
  readonly #internals = this.attachInternals();
  readonly #near = new IntersectionObserver(
    (entries) => {
      if (!entries.at(-1)?.isIntersecting) return;
      this.#near.disconnect();
      this.isNear = true;
    },
    { rootMargin: '200px' },
  );

  /**
   * Asks again now. As an attribute, and as a property that is set, it is the number of seconds between
   * requests: frameworks set a property where an element has one of the attribute's name.
   */
  get refresh(): () => void {
    return () => this.ask();
  }
  set refresh(seconds: number | string) {
    this.setAttribute('refresh', String(seconds));
  }

  /** Requests now what it shows. */
  protected ask(): void {
    this.#connection?.refresh();
  }

  /** What it shows now, if it shows one reading. */
  get reading(): Reading<unknown> | undefined {
    return undefined;
  }

  /** What is false, Vue and Svelte write as an attribute while the element is not defined yet. */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (value === 'false') this.removeAttribute(name);
    else super.attributeChangedCallback(name, before, value);
  }

  /** At once: the home of a widget that is moved in the document stays open. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#connect();
  }

  /** Lets the home go: its sources stop when no element uses it. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#near.disconnect();
    this.#connection?.release();
    this.#connection = undefined;
  }

  /** A removed widget has no home, and nothing to show. */
  protected override shouldUpdate(): boolean {
    return this.isConnected;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || OPENS.some((name) => changed.has(name))) this.#connect();
  }

  /**
   * Opens the home of `src`. The connection of before is released after the new one is held, so
   * that a home they share is not stopped in between.
   */
  #connect(): void {
    if (this.#isWaiting) this.#near.observe(this);
    const base = homeBase(this.src ?? '', document.baseURI);
    const before = this.#connection;
    this.#connection =
      base === undefined || this.state || this.#isWaiting
        ? undefined
        : HomeElement.connector?.(base, { sources: this.sources, every: this.every });
    before?.release();
  }

  /** Whether it requests nothing yet, because the reader is far from it. */
  get #isWaiting(): boolean {
    return this.loading === 'lazy' && !this.isNear;
  }

  /** What can be shown now: a state, progress, or why there is nothing. */
  protected get view(): HomeView {
    if (this.state) return { phase: 'ready', state: this.state };
    if (this.note !== undefined) return { phase: 'connecting', note: this.note };
    if (this.#isWaiting) return { phase: 'connecting', note: '' };
    if (this.#connection) return this.#connection.view.get();
    const wrong =
      this.src !== undefined
        ? `“${this.src}” is not the address of a home`
        : 'This widget has no home address';
    return { phase: 'failed', cause: `${wrong}. Write <${this.localName} src="https://home.example">.` };
  }

  /** The widget with a state. */
  protected abstract renderHome(state: HomeState): TemplateResult;

  /** What is between the heading and the foot line before the home is open. */
  protected renderConnecting(): TemplateResult {
    return html`<p class="figure">${DASH}</p>`;
  }

  /** `light`, `dark`, or something else where the page's `color-scheme` decides. */
  protected get scheme(): string {
    const { theme } = this;
    return theme === 'light' || theme === 'dark' ? theme : (schemeAround(this) ?? '');
  }

  /** The state that it shows, as a page can style it: `hw-agents:state(empty)`. */
  protected get shownState(): ReadingState {
    const { view, reading } = this;
    if (view.phase === 'failed') return 'error';
    return reading?.state ?? 'loading';
  }

  /** Sets the state of the element, and dispatches events for what is new since the last render. */
  protected override updated(): void {
    const { view, reading, shownState } = this;
    const { states } = this.#internals;
    if (!states.has(shownState)) {
      states.clear();
      states.add(shownState);
    }
    const isTrouble = reading?.state === 'error' || (reading?.state === 'stale' && this.#hasLoaded);
    const cause = view.phase === 'failed' ? view.cause : isTrouble ? reading?.cause : undefined;
    if (cause !== undefined) return this.#tell('hw-error', cause, { reading, cause });
    if (reading?.fetchedAt === undefined) return;
    this.#tell(this.#hasLoaded ? 'hw-update' : 'hw-load', reading.fetchedAt, { reading, cause });
    this.#hasLoaded = true;
  }

  /** Dispatches an event, unless the last one had the same news. */
  #tell(type: string, news: number | string, detail: WidgetEventDetail): void {
    if (news === this.#told) return;
    this.#told = news;
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /** The frame: heading, body and foot line. `mark` is the state of the reading, for styles. */
  protected renderPanel(body: TemplateResult, foot: string, mark: string): TemplateResult {
    const { label } = this;
    return html`<section
      lang="en"
      part="panel"
      aria-labelledby="title"
      data-state=${mark}
      class=${this.scheme}
    >
      <h2 id="title" part="title" aria-level=${this.headingLevel || 2} ?hidden=${label === ''}>
        ${label || this.heading}
      </h2>
      <slot name=${mark}>${body}</slot>
      <p class="source" part="source">${foot}</p>
      <slot name="footer"></slot>
    </section>`;
  }

  protected override render(): TemplateResult {
    const { view } = this;
    switch (view.phase) {
      case 'ready':
        return this.renderHome(view.state);
      case 'connecting':
        return this.renderPanel(this.renderConnecting(), view.note, 'loading');
      case 'failed':
        return this.renderPanel(html`<p class="problem">${view.cause}</p>`, 'not connected', 'error');
    }
  }
}
