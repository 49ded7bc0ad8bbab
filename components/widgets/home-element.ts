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
import { NO_NEWER_ANSWER } from '../../data/readings/poller.ts';
import type { Reading, ReadingState } from '../../data/readings/reading.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { panelStyles } from './panel-styles.ts';

/**
 * Whether the page is light or dark behind an element. It is found from the text colour, so that it is also
 * right with a picture or a gradient as the background. Undefined if the colour is not `rgb()`: then the
 * page's `color-scheme` decides.
 */
function schemeAround(element: Element): 'light' | 'dark' | undefined {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element).color) ?? [];
  if (!parts[0]) return undefined;
  return parts.reduce((sum, part) => sum + Number(part), 0) > 382 ? 'dark' : 'light';
}

/** The detail of `hw-load` and `hw-update`, and of `hw-error`. */
type WidgetEventDetail =
  | { readonly reading: Reading<unknown>; readonly cause: undefined }
  | {
      /** Undefined if no home answers. */
      readonly reading: Reading<unknown> | undefined;
      /** The cause, in plain words. */
      readonly cause: string;
    };

/** The shortest interval between requests that a page can set. */
const MIN_REFRESH_SECONDS = 10;

/** Converters for `string` and `number` attributes; without the attribute the value is undefined. */
export const text = { reflect: true, converter: (given: string | null) => given ?? undefined };
const number = { reflect: true, converter: (given: string | null) => Number(given) || undefined };
const secondsOf = (given: string | null): number => {
  const seconds = Number(given);
  return seconds && Math.max(seconds, MIN_REFRESH_SECONDS);
};

/** The properties that decide which home is open, and what is requested. */
const OPENS: readonly PropertyKey[] = ['src', 'repo', 'loading', 'state', 'every', 'isNear'];

/**
 * The base class of all widgets. It opens the home at `src`; a widget inside another widget uses the state
 * of the outer one.
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
  /** Declared without decorators, which would add 0.3 kB to every widget. */
  static override properties: PropertyDeclarations = {
    src: text,
    limit: number,
    theme: text,
    compact: { type: Boolean, reflect: true },
    label: text,
    headingLevel: { ...number, attribute: 'heading-level' },
    units: text,
    repo: text,
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
  /** The readings that the widget needs. On other pages than the home's, only these are polled. */
  protected abstract readonly sources: SourcesOf;

  /** The URL of the home, such as `https://home.example`. */
  src: string | undefined;
  /** The maximum number of rows of a list. */
  limit: number | undefined;
  /** `auto` and undefined follow the page around the widget. */
  theme: 'light' | 'dark' | 'auto' | undefined;
  /** Leaves out details, and also source and age if there is no problem. */
  compact = false;
  /** Replaces the heading; an empty label hides it. */
  label: string | undefined;
  /** From 1 to 6. */
  headingLevel: number | undefined;
  /** The unit of the temperature. */
  units: '°C' | '°F' | 'C' | 'F' | undefined;
  /** One repository of a home with several, as `owner/name`. */
  repo: string | undefined;
  /** `lazy` delays the requests until the widget is nearly in the viewport. */
  loading: 'lazy' | 'eager' | undefined;
  /** The state to show, for an element that composes others. It takes precedence over `src`. */
  state: HomeState | undefined;
  /** The foot line while no home is open, from the widget that contains this one. */
  note: string | undefined;

  /** The interval of requests that the page sets, in seconds; 0 or NaN for the default. */
  protected every = 0;
  /** Whether the widget was nearly in the viewport once. */
  private isNear = false;
  /** The connection to the home at `src`. */
  #connection: HomeConnection | undefined;
  /** The time or the cause of the last event. */
  #told: number | string | undefined;
  /** The home whose first answer was shown. */
  #loaded: HomeState | undefined;
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
   * Reading this property gives a function that requests the readings now. Setting it sets the attribute, the
   * interval of requests in seconds, because frameworks set a property that has the attribute's name.
   */
  get refresh(): () => void {
    return () => this.ask();
  }
  set refresh(seconds: number | string) {
    this.setAttribute('refresh', String(seconds));
  }

  /** Requests the readings of the widget now. */
  protected ask(): void {
    this.#connection?.refresh();
  }

  /** The shown reading, if the widget shows only one. */
  get reading(): Reading<unknown> | undefined {
    return undefined;
  }

  /**
   * Removes an attribute with the value `false`. Vue and Svelte write such attributes until the element is
   * defined.
   */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (value === 'false') this.removeAttribute(name);
    else super.attributeChangedCallback(name, before, value);
  }

  /** Connects at once, so that the home stays open if the widget is moved in the document. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#connect();
  }

  /** Releases the home. Its sources stop when no element uses it. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#near.disconnect();
    this.#connection?.release();
    this.#connection = undefined;
  }

  /** Does not update a removed widget, which has no home and nothing to show. */
  protected override shouldUpdate(): boolean {
    return this.isConnected;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || OPENS.some((name) => changed.has(name))) this.#connect();
  }

  /**
   * Opens the home at `src`, then releases the previous connection. In this order, a home that both
   * connections use does not stop in between.
   */
  #connect(): void {
    if (this.#isWaiting) this.#near.observe(this);
    const base = homeBase(this.src ?? '', document.baseURI);
    const before = this.#connection;
    this.#connection =
      base === undefined || this.state || this.#isWaiting
        ? undefined
        : HomeElement.connector?.(this.repo ? `${base}#${this.repo}` : base, {
            sources: this.sources,
            every: this.every,
          });
    before?.release();
  }

  /** Whether the widget is `lazy` and was not near the viewport yet. */
  get #isWaiting(): boolean {
    return this.loading === 'lazy' && !this.isNear;
  }

  /** What can be shown now: a state, the progress, or a problem. */
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

  /** Renders the widget with a state. */
  protected abstract renderHome(state: HomeState): TemplateResult;

  /** Renders the part between the heading and the foot line before the home is open. */
  protected renderConnecting(): TemplateResult {
    return html`<p class="figure">${DASH}</p>`;
  }

  /** `light`, `dark`, or another value if the page's `color-scheme` decides. */
  protected get scheme(): string {
    const { theme } = this;
    return theme === 'light' || theme === 'dark' ? theme : (schemeAround(this) ?? '');
  }

  /** The shown state. Pages can style it: `hw-agents:state(empty)`. */
  protected get shownState(): ReadingState {
    const { view, reading } = this;
    if (view.phase === 'failed') return 'error';
    return reading ? reading.state : 'loading';
  }

  /** Sets the custom state of the element, and dispatches an event if there is news. */
  protected override updated(): void {
    const { view, reading, shownState } = this;
    const { states } = this.#internals;
    if (!states.has(shownState)) {
      states.clear();
      states.add(shownState);
    }
    const { state: home } = view as { state?: HomeState };
    const hasLoaded = home === this.#loaded;
    const isTrouble = shownState === 'error' || (hasLoaded && shownState === 'stale');
    const cause = view.phase === 'failed' ? view.cause : isTrouble ? reading?.cause : undefined;
    const news = cause ?? reading?.fetchedAt;
    // While no request fails, an old value is no news.
    const isOld = cause === NO_NEWER_ANSWER || (hasLoaded && shownState === 'offline');
    if (news === undefined || news === this.#told || isOld) return;
    this.#told = news;
    this.dispatchEvent(
      new CustomEvent<WidgetEventDetail>(cause ? 'hw-error' : hasLoaded ? 'hw-update' : 'hw-load', {
        bubbles: true,
        composed: true,
        detail: { reading, cause } as WidgetEventDetail,
      }),
    );
    if (!cause) this.#loaded = home;
  }

  /** Renders heading, body and foot line. `mark` is the state of the reading, for styles. */
  protected renderPanel(body: TemplateResult, foot: string, mark: string): TemplateResult {
    const { label } = this;
    return html`<section
      lang="en"
      dir="ltr"
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
