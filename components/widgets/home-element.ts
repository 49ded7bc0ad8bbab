import { ContextEvent } from '@lit/context';
import { type CSSResultGroup, LitElement, type TemplateResult, html } from 'lit';
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
 * An element that shows something of a home. Inside a home's page it takes the state from its context; on any other page it
 * opens the home that its `src` names.
 *
 * @slot - Never shown once the element works: its children are what a page shows before, or without scripts.
 * @csspart panel - The whole widget.
 * @csspart title - Its heading.
 * @csspart source - The line with source and age.
 */
export abstract class HomeElement extends SignalElement(LitElement) {
  static override styles: CSSResultGroup = panelStyles;
  // Not as decorators: their helpers are a kilobyte that every widget would carry.
  static override properties = { src: { noAccessor: true }, state: { attribute: false } };
  /** Set once by the page's orchestrator, before the elements are defined. */
  static connector: HomeConnector | undefined;

  protected abstract readonly heading: string;
  /** What is polled for it where it stands alone. */
  protected abstract readonly sources: SourcesOf;

  #given: State | undefined;
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

  /** The state to show, for an element that composes others. Stronger than `src`. */
  declare state?: State;

  override connectedCallback(): void {
    super.connectedCallback();
    this.dispatchEvent(new ContextEvent(stateContext, this, (state) => this.#take(state)));
    if (HomeElement.connector) this.#connect();
    // An element already in the page is upgraded while the modules load, before the orchestrator could set the connector.
    else queueMicrotask(() => this.isConnected && this.#connect());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  #take(state: State): void {
    this.#given = state;
    this.requestUpdate();
  }

  /** The connection of before is let go after the new one is held, so that a shared home is not stopped in between. */
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

  #view(): HomeView {
    if (this.state) return { phase: 'ready', state: this.state };
    if (this.#connection) return this.#connection.view.get();
    if (this.#given && this.#src == null) return { phase: 'ready', state: this.#given };
    const example = `<${this.localName} src="https://home.example">`;
    const cause =
      this.#src == null
        ? `This widget does not know its home. Write ${example}.`
        : `“${this.#src}” is not the address of a home. Write ${example}.`;
    return { phase: 'failed', cause };
  }

  protected abstract renderHome(state: State): TemplateResult;

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
