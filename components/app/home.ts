import { ContextProvider } from '@lit/context';
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { FrameStats } from '../../data/core/frame-stats.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import type { HwChat } from '../chat/chat.ts';
import { stateContext } from '../shared/context.ts';
import '../hud/hud.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { NARROW, base, buttons } from '../shared/styles.ts';
import './loading-overlay.ts';
import type { HwDirectory } from '../panels/directory.ts';
import { FocusReturn, type LeftLayer } from './focus-return.ts';
import './header.ts';
import type { HwHeader, PanelToggledEvent } from './header.ts';
import { homeStyles } from './home-styles.ts';
import { hasOwnEnter } from './keys.ts';
import { narrationParts } from '../modes/narration-parts.ts';
import { SingleSheet } from './single-sheet.ts';
import type { NeededParts } from './parts.ts';
import { passes, photographs, showsTimeLapse } from './part-conditions.ts';
import { pressShortcut } from './shortcuts.ts';
import {
  closeTopPanel,
  isPanel,
  keepOneSheet,
  leftPanels,
  openPanel,
  panelNames,
  panelSignal,
  rightPanels,
} from './panels.ts';

/** Between two attempts to load what loads the rest. Milliseconds. */
const RETRY_MS = 5_000;

/**
 * The root of the page: gives the state to everything inside, lays it out, and owns the order of focus (skip links, header,
 * chat, readings, text, feed, the world) and the keys: Enter goes to the chat, Esc closes what is open.
 *
 * Until it has a state it shows its own children, the first frame that came with the page's HTML.
 *
 * @slot - the first frame
 * @slot world - the canvas; outside the shadow root, because pointer lock only names elements of the document
 */
@customElement('hw-home')
export class HwHome extends SignalElement(LitElement) {
  static override styles = [base, buttons, homeStyles];

  readonly #provider = new ContextProvider(this, { context: stateContext });
  readonly #narrow = window.matchMedia(NARROW);

  readonly #sheets = new SingleSheet();
  readonly #focusReturn = new FocusReturn();
  #endViewport: (() => void) | undefined;

  @query('hw-chat') private readonly chat!: HwChat;
  @query('hw-header') private readonly header!: HwHeader;
  @query('hw-directory') private readonly directory!: HwDirectory;

  @property({ attribute: false })
  state?: State;

  /** The ticker's figures, for the debug panel. */
  @property({ attribute: false }) stats?: () => Readonly<FrameStats>;

  @state() private parts?: NeededParts;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
    this.#narrow.addEventListener('change', this.#onWidth);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endViewport?.();
    document.removeEventListener('keydown', this.#onKey);
    this.#narrow.removeEventListener('change', this.#onWidth);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('state') && this.state) {
      this.#provider.setValue(this.state);
      setTimeout(this.#loadLater, 0);
      // Outside the render: a signal may not be set while one is being watched.
      queueMicrotask(this.#startNarrow);
    }
    if (this.state) this.parts?.check(this.state);
  }

  /**
   * Who stopped a reading from its captions is with the button that starts it again; who read what the home as text offers, where there is
   * room for one of the two, is back in that text: the focus alone would show it without a way to put it away.
   */
  protected override update(changed: PropertyValues<this>): void {
    const focused = (): string | undefined => this.shadowRoot?.activeElement?.localName;
    const before = focused();
    const inCaptions = before === 'hw-captions';
    const read = this.renderRoot.querySelector('hw-document') !== null;
    const left = this.state && this.#focusReturn.changed(this.state);
    super.update(changed);
    if (left) this.#giveFocusBack(left);
    const backInText = read && before !== 'hw-directory' && focused() === 'hw-directory';
    // Outside the update: a signal may not be set while one is being watched.
    if (backInText && this.#narrow.matches) queueMicrotask(this.#reopenText);
    if (inCaptions && this.state?.narration.get().phase === 'idle')
      this.header.focusButton(this.state.narration.get().what);
  }

  /** To what had the focus when the layer was opened; where that is gone or out of sight, to the button that opens it again. */
  #giveFocusBack({ name, opener }: LeftLayer): void {
    if (opener?.isConnected && opener.checkVisibility()) opener.focus({ preventScroll: true });
    else if (isPanel(name)) this.header.focusButton(name);
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.renderRoot.addEventListener('focusin', ({ target }) =>
      this.#focusReturn.moved((target as Element).localName),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Outside the update: a signal may not be set while one is being watched.
    queueMicrotask(() => {
      if (this.isConnected && this.state) this.#sheets.check(this.state);
    });
  }

  /** Closed drawers paint nothing, and a feed has nothing to say yet: their code comes right behind the first picture of the shell. */
  readonly #loadLater = (): void => {
    import('./parts.ts').then(
      ({ NeededParts, followViewport }) => {
        this.parts = new NeededParts();
        if (this.isConnected) this.#endViewport = followViewport(this);
      },
      () => setTimeout(this.#loadLater, RETRY_MS),
    );
  };

  /** On a phone the picture comes first: no sheet is open at the start. */
  readonly #startNarrow = (): void => {
    if (this.#narrow.matches) this.state?.panels.feed.set(false);
  };

  readonly #reopenText = (): void => {
    const { state } = this;
    if (state && panelNames.every((name) => !panelSignal(state, name).get())) openPanel(state, 'directory');
  };

  readonly #onWidth = (): void => {
    if (!this.#narrow.matches || !this.state) return;
    this.#sheets.check(this.state);
    keepOneSheet(this.state);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.state || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const talks = event.key === 'Enter' && !photographs(this.state);
    if (talks && !event.isComposing && !hasOwnEnter(event)) {
      event.preventDefault();
      this.#talk();
    } else if (pressShortcut(this.state, event)) {
      event.preventDefault();
    } else if (event.key === 'Escape' && !event.isComposing && this.state.view.get().mode !== 'normal') {
      event.preventDefault();
      dispatchView(this.state, { kind: 'escape' });
    } else if (event.key === 'Escape' && !event.isComposing) {
      if (closeTopPanel(this.state)) event.preventDefault();
    }
  };

  async #focusField(): Promise<void> {
    await Promise.all([this.updateComplete, customElements.whenDefined('hw-chat')]);
    this.chat.focusField();
  }

  readonly #talk = (): void => {
    if (!this.state) return;
    openPanel(this.state, 'chat');
    void this.#focusField();
  };

  readonly #read = (): void => {
    if (!this.state) return;
    openPanel(this.state, 'directory');
    void Promise.all([this.updateComplete, customElements.whenDefined('hw-directory')]).then(() =>
      this.directory.focus(),
    );
  };

  readonly #onToggled = ({ detail }: PanelToggledEvent): void => {
    // On a phone the focus would raise the keyboard over the sheet before one has read it.
    if (detail.name === 'chat' && detail.open && !window.matchMedia('(pointer: coarse)').matches)
      void this.#focusField();
  };

  #left(home: State, instead: boolean): TemplateResult {
    return html`<div class="left">
      <div class="top">
        <hw-offline-banner></hw-offline-banner>
        <hw-config-notice></hw-config-notice>
        <hw-settings-notice></hw-settings-notice>
        <hw-reload-notice></hw-reload-notice>
        <hw-hud></hw-hud>
      </div>
      ${instead ? nothing : html`<hw-directory></hw-directory>`}
      ${home.panels.log.get() ? html`<hw-session-log></hw-session-log>` : nothing}
      ${home.panels.feed.get() ? html`<hw-relay-feed></hw-relay-feed>` : nothing}
    </div>`;
  }

  protected override render(): TemplateResult {
    const home = this.state;
    if (!home) return html`<slot></slot>`;
    const instead = home.world.status.get().phase === 'unavailable';
    const { name } = home.resident.get();
    const reads = home.derived.document.get() !== undefined;
    const isPhoto = photographs(home);
    const { phase } = home.narration.get();
    return html`<div class="skip" ?data-photo=${isPhoto}>
        <button type="button" class="action" @click=${this.#talk}>Talk to ${name}</button>
        <button type="button" class="action" @click=${this.#read}>Read the home as text</button>
      </div>
      <div
        class="shell"
        ?data-photo=${isPhoto}
        ?data-reading=${leftPanels.some((panel) => panelSignal(home, panel).get())}
        ?data-chat=${home.chat.open.get()}
        ?data-right=${rightPanels.some((panel) => panelSignal(home, panel).get())}
        data-lapse=${!showsTimeLapse(home) ? nothing : home.view.get().mode === 'time-lapse' ? 'on' : 'clip'}
        ?data-readout=${reads}
        ?data-narration=${phase !== 'idle'}
        ?data-offline=${!home.online.get()}
        ?data-hint=${home.world.hint.get() !== undefined}
        ?data-warp=${home.view.get().mode === 'warp'}
        ?data-sheet=${reads || panelNames.some((panel) => panelSignal(home, panel).get())}
      >
        <hw-header @panel-toggled=${this.#onToggled}></hw-header>
        <hw-chat></hw-chat>
        ${home.panels.settings.get() ? html`<hw-settings></hw-settings>` : nothing}
        ${home.panels.help.get() ? html`<hw-help></hw-help>` : nothing} ${this.#left(home, instead)}
        ${instead ? html`<div class="page"><hw-directory></hw-directory></div>` : nothing}
        ${instead ? nothing : html`<hw-view-bar></hw-view-bar>`}
        ${reads ? html`<hw-document></hw-document>` : nothing}
        ${showsTimeLapse(home) ? html`<hw-time-lapse></hw-time-lapse>` : nothing}
        ${home.debug.get() ? html`<hw-debug .stats=${this.stats}></hw-debug>` : nothing}
        ${passes(home) ? html`<hw-action-banner></hw-action-banner>` : nothing}
        <hw-touch-stick></hw-touch-stick>
        <hw-lost-picture @read-text=${this.#read}></hw-lost-picture>
        <div class="foot">${narrationParts(home)}<hw-hints></hw-hints></div>
      </div>
      ${isPhoto ? html`<hw-photo-bar></hw-photo-bar>` : nothing}
      <main aria-label="World">
        <slot name="world" ?hidden=${instead}></slot>
        <hw-loading-overlay></hw-loading-overlay>
      </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-home': HwHome;
  }
}
