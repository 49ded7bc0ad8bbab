import { ContextEvent } from '@lit/context';
import { type CSSResultGroup, type TemplateResult, html } from 'lit';
import {
  type HomeConnection,
  type HomeConnector,
  type HomeView,
  type SourcesOf,
  homeBase,
} from '../../data/apps/widget-home.ts';
import type { State } from '../../data/state.ts';
import { DASH } from '../../data/readings/format.ts';
import { stateContext } from '../shared/context.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { panelStyles } from './panel-styles.ts';

/**
 * The base of every widget. Inside a page of the home it takes the state from its context; on any
 * other page it opens the home that its `src` names.
 *
 * @slot - the children, which are shown until the element is defined, or without scripts
 * @csspart panel - the whole widget
 * @csspart title - its heading
 * @csspart source - the line with source and age
 */
export abstract class HomeElement extends SignalElement {
  static override styles: CSSResultGroup = panelStyles;
  // Without decorators: their helpers are a kilobyte that every widget would carry.
  static override properties = { src: { noAccessor: true }, state: { attribute: false } };
  /** Opens homes; set once by `embed.ts`, before the elements are defined. */
  static connector: HomeConnector | undefined;

  /** The heading of the widget, and its accessible name. */
  protected abstract readonly heading: string;
  /** The readings it needs, which are polled for it on pages of others. */
  protected abstract readonly sources: SourcesOf;

  /** The state of the page's own context. */
  #given: State | undefined;
  /** The home that `src` names. */
  #connection: HomeConnection | undefined;
  #src: string | undefined;

  /** The home's address, as in `https://home.example`; not needed inside a home's own page. */
  get src(): string | undefined {
    return this.#src;
  }
  set src(src: string | undefined) {
    if (src === this.#src) return;
    this.#src = src;
    if (this.isConnected) this.#connect();
  }

  /** The state to show, for an element that composes others. It takes precedence over `src`. */
  declare state?: State;

  /** Asks for the state of the page around it, and opens the home of `src`. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.dispatchEvent(new ContextEvent(stateContext, this, (state) => this.#take(state)));
    if (HomeElement.connector) this.#connect();
    // An element that was in the page before is upgraded while the modules load, before the
    // connector is set.
    else queueMicrotask(() => this.isConnected && this.#connect());
  }

  /** Lets the home go: its sources stop when no element uses it. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  /** The page has a context with a state. */
  #take(state: State): void {
    this.#given = state;
    this.requestUpdate();
  }

  /**
   * Opens the home of `src`. The connection of before is released after the new one is held, so
   * that a home they share is not stopped in between.
   */
  #connect(): void {
    const base = this.#src == null ? undefined : homeBase(this.#src, document.baseURI);
    const before = this.#connection;
    this.#connection =
      base === undefined || this.state ? undefined : HomeElement.connector?.(base, this.sources);
    before?.release();
    this.requestUpdate();
  }

  #release(): void {
    this.#connection?.release();
    this.#connection = undefined;
  }

  /** What can be shown now: a state, progress, or why there is nothing. */
  #view(): HomeView {
    if (this.state) return { phase: 'ready', state: this.state };
    if (this.#connection) return this.#connection.view.get();
    if (this.#given && this.#src == null) return { phase: 'ready', state: this.#given };
    const example = `<${this.localName} src="https://home.example">`;
    const cause =
      this.#src == null
        ? `This widget has no home address. Write ${example}.`
        : `“${this.#src}” is not the address of a home. Write ${example}.`;
    return { phase: 'failed', cause };
  }

  /** The widget with a state. */
  protected abstract renderHome(state: State): TemplateResult;

  /** The frame: heading, body and foot line. `mark` is the state of the reading, for styles. */
  protected renderPanel(body: TemplateResult, foot: string, mark: string): TemplateResult {
    return html`<section part="panel" aria-labelledby="title" data-state=${mark}>
      <h2 id="title" part="title">${this.heading}</h2>
      ${body}
      <p class="source" part="source">${foot}</p>
    </section>`;
  }

  protected override render(): TemplateResult {
    const view = this.#view();
    switch (view.phase) {
      case 'ready':
        return this.renderHome(view.state);
      case 'connecting':
        return this.renderPanel(html`<p class="figure">${DASH}</p>`, view.note, 'loading');
      case 'failed':
        return this.renderPanel(html`<p class="problem">${view.cause}</p>`, 'not connected', 'error');
    }
  }
}
