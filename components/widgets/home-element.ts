import { type TemplateResult, html } from 'lit/html.js';
import {
  type HomeConnection,
  type HomeConnector,
  type HomeView,
  type SourcesOf,
  homeBase,
} from '../../data/apps/widget-home.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { DASH } from '../../data/readings/format.ts';
import { panelStyles } from './panel-styles.ts';
import { WidgetElement } from './widget-element.ts';

/**
 * The base of every widget. It opens the home that its `src` names; a widget inside another one takes
 * the state from it.
 *
 * @slot - the children, which are shown until the element is defined, or without scripts
 * @csspart panel - the whole widget
 * @csspart title - its heading
 * @csspart source - the line with source and age
 */
export abstract class HomeElement extends WidgetElement {
  static override styles: readonly string[] = [panelStyles];
  static readonly observedAttributes: readonly string[] = ['src'];
  /** Opens homes; set once by `embed.ts`, before the elements are defined. */
  static connector: HomeConnector | undefined;

  /** The heading of the widget, and its accessible name. */
  protected abstract readonly heading: string;
  /** The readings it needs, which are polled for it on pages of others. */
  protected abstract readonly sources: SourcesOf;

  /** The home that `src` names. */
  #connection: HomeConnection | undefined;
  /** Given by the widget around it. */
  #state: HomeState | undefined;

  constructor() {
    super();
    // Set by a script before the element was defined.
    for (const name of ['src', 'state']) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** The home's address, as in `https://home.example`. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(src: string) {
    this.setAttribute('src', src);
  }

  /** The state to show, for an element that composes others. It takes precedence over `src`. */
  get state(): HomeState | undefined {
    return this.#state;
  }
  set state(state: HomeState | undefined) {
    if (state === this.#state) return;
    this.#state = state;
    this.#connect();
  }

  override attributeChangedCallback(name: string): void {
    super.attributeChangedCallback(name);
    if (name === 'src') this.#connect();
  }

  /** Opens the home of `src`. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (HomeElement.connector) this.#connect();
    // An element that was in the page before is upgraded while the modules load, before the
    // connector is set.
    else queueMicrotask(() => this.#connect());
  }

  /** Lets the home go: its sources stop when no element uses it. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  /**
   * Opens the home of `src`. The connection of before is released after the new one is held, so
   * that a home they share is not stopped in between.
   */
  #connect(): void {
    if (!this.isConnected) return;
    const base = homeBase(this.src, document.baseURI);
    const before = this.#connection;
    this.#connection =
      base === undefined || this.state ? undefined : HomeElement.connector?.(base, this.sources);
    before?.release();
    void this.requestUpdate();
  }

  #release(): void {
    this.#connection?.release();
    this.#connection = undefined;
  }

  /** What can be shown now: a state, progress, or why there is nothing. */
  #view(): HomeView {
    if (this.state) return { phase: 'ready', state: this.state };
    if (this.#connection) return this.#connection.view.get();
    const wrong = this.hasAttribute('src')
      ? `“${this.src}” is not the address of a home`
      : 'This widget has no home address';
    return { phase: 'failed', cause: `${wrong}. Write <${this.localName} src="https://home.example">.` };
  }

  /** The widget with a state. */
  protected abstract renderHome(state: HomeState): TemplateResult;

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
