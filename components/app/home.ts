import { ContextProvider } from '@lit/context';
import { type PropertyValues, type TemplateResult, adoptStyles, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { FrameStats } from '../../data/core/frame-stats.ts';
import type { State } from '../../data/state.ts';
import type { PanelName } from '../../data/view/panels.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import type { HwChat } from '../chat/chat.ts';
import { stateContext } from '../shared/state-element.ts';
import '../hud/hud.ts';
import { isWriting } from '../shared/focus.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { NARROW, base, buttons } from '../shared/styles.ts';
import './loading-overlay.ts';
import type { HwDirectory } from '../panels/directory.ts';
import type { FocusReturn } from './focus-return.ts';
import './header.ts';
import type { HwHeader, PanelToggledEvent } from './header.ts';
import { homeStyles } from './styles/home-styles.ts';
import { type ViewCard, isPhotoShown, isTimeLapseShown, viewCards } from '../modes/views.ts';
import type { pressKey } from './keyboard.ts';
import { openPanel, openPanels } from './open-panel.ts';
import { type PanelPlace, panels, panelsAt } from './panels.ts';
import type { NeededParts } from './parts.ts';
import type { SingleSheet } from './single-sheet.ts';

/** The time between two attempts to load the deferred part of the shell. */
const RETRY_MS = 5_000;

/**
 * The root of the page. It provides the state to all elements inside, and has the layout, the focus order
 * (skip links, readings and header, right panels, left panels, foot, world) and the keys of the page.
 *
 * `panels.ts` lists the panels and `../modes/views.ts` the cards of views: a new one needs no change here.
 * Without a state the element shows its children: the first frame in the page's HTML.
 *
 * @slot - the first frame
 * @slot paint - the picture of the first frame, until the world is drawn
 * @slot world - the canvas; it stays outside the shadow root, because `document.pointerLockElement`
 *   never returns an element inside a shadow root
 * @cssproperty --hw-height - the height of the visible part of the page; set by viewport.ts
 * @cssproperty --hw-top - where the visible part begins; set by viewport.ts
 */
@customElement('hw-home')
export class HwHome extends SignalElement {
  static override styles = [base, buttons, homeStyles];

  /** Provides the state to all elements inside, also to those that are defined later. */
  readonly #provider = new ContextProvider(this, { context: stateContext });
  /** The element updates when the window becomes narrow. Then `SingleSheet` closes all sheets but one. */
  readonly #narrow = new MediaQuery(this, NARROW);

  // These are set when the deferred part of the shell (parts.ts) is loaded.
  #pressKey: typeof pressKey | undefined;
  /** The last key that was pressed before `#pressKey` was set. It takes effect when `#pressKey` is set. */
  #earlyKey: KeyboardEvent | undefined;
  #sheets: SingleSheet | undefined;
  #focusReturn: FocusReturn | undefined;
  #stopFollowing: (() => void) | undefined;

  @query('hw-chat') private readonly chat!: HwChat;
  @query('hw-header') private readonly header!: HwHeader;
  @query('hw-directory') private readonly directory!: HwDirectory;

  /** The state of the home; set once by the entry of the page. */
  @property({ attribute: false })
  state?: State;

  /** The ticker's figures, for the debug panel. */
  @property({ attribute: false }) stats?: () => Readonly<FrameStats>;

  /** Loads the other parts of the page when they are needed. */
  @state() private parts?: NeededParts;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopFollowing?.();
    document.removeEventListener('keydown', this.#onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('state') && this.state) {
      this.#provider.setValue(this.state);
      setTimeout(this.#loadLater, 0);
      // This runs after the update, because signals cannot be set inside a watched update.
      queueMicrotask(this.#startNarrow);
    }
    if (this.state) this.parts?.check(this.state);
  }

  /**
   * Moves the focus when the focused element is removed. In a narrow window, a document replaces the home as
   * text. When the document closes, the home as text opens again: if it only got the focus, it would be shown
   * without a button that closes it.
   */
  protected override update(changed: PropertyValues<this>): void {
    const focused = (): string | undefined => this.shadowRoot?.activeElement?.localName;
    const before = focused();
    const read = this.renderRoot.querySelector('hw-document') !== null;
    if (this.state) this.#focusReturn?.changed(this.state);
    super.update(changed);
    this.#focusReturn?.giveBack(this, this.header);
    const backInText = read && before !== 'hw-directory' && focused() === 'hw-directory';
    // This runs after the update, because signals cannot be set inside an update.
    if (backInText && this.#narrow.matches) queueMicrotask(this.#reopenText);
  }

  /**
   * Tells `#focusReturn` which element of the page gets the focus. `focusin` crosses shadow roots and is
   * retargeted, so its target is an element of this shadow root.
   */
  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.renderRoot.addEventListener('focusin', ({ target }) =>
      this.#focusReturn?.moved((target as Element).localName),
    );
  }

  /** Checks the sheets after each update, because any code may have opened a panel. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // This runs after the update, because signals cannot be set inside an update.
    queueMicrotask(() => {
      if (this.isConnected && this.state) this.#sheets?.check(this.state);
    });
  }

  /**
   * Loads what the first frame does not need: styles of closed panels, keys, and the parts that follow the
   * page.
   */
  readonly #loadLater = (): void => {
    import('./parts.ts').then(
      ({ FocusReturn, NeededParts, SingleSheet, followPage, laterStyles, pressKey }) => {
        if (this.shadowRoot) adoptStyles(this.shadowRoot, [...HwHome.elementStyles, ...laterStyles]);
        this.#pressKey = pressKey;
        this.#focusReturn = new FocusReturn();
        this.#sheets = new SingleSheet();
        this.parts = new NeededParts();
        if (!this.isConnected || !this.state) return;
        this.#stopFollowing?.();
        this.#stopFollowing = followPage(this, this.state, this.header);
        if (this.#earlyKey) this.#onKey(this.#earlyKey);
        this.#earlyKey = undefined;
      },
      () => setTimeout(this.#loadLater, RETRY_MS),
    );
  };

  /** Closes Today in a narrow window, so that no sheet covers the world at the start. */
  readonly #startNarrow = (): void => {
    if (this.#narrow.matches) this.state?.panels.today.set(false);
  };

  /** Opens the home as text again (see `update`). */
  readonly #reopenText = (): void => {
    const { state } = this;
    if (state && openPanels(state).length === 0) openPanel(state, 'directory');
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // If the target is this element, the key was pressed inside its shadow root, perhaps in a text field.
    // Such a key is not stored.
    if (!this.#pressKey) this.#earlyKey = event.target === this ? undefined : event;
    else if (this.state && this.#pressKey(this.state, event, this.#talk)) event.preventDefault();
  };

  /**
   * Focuses the text field of the chat. Waits until the chat is defined and rendered, because its file may
   * still be loading.
   */
  async #focusField(): Promise<void> {
    await Promise.all([this.updateComplete, customElements.whenDefined('hw-chat')]);
    this.chat.focusField();
  }

  /** Opens the chat with the cursor in its field. */
  readonly #talk = (): void => {
    if (!this.state) return;
    openPanel(this.state, 'chat');
    void this.#focusField();
  };

  /** Opens the home as text with the focus at its beginning. */
  readonly #read = (): void => {
    if (!this.state) return;
    openPanel(this.state, 'directory');
    void Promise.all([this.updateComplete, customElements.whenDefined('hw-directory')]).then(() => {
      // The focus makes the home as text visible, so it gets the focus only while its panel is open.
      if (this.state?.panels.directory.get() && !isWriting()) this.directory.focus();
    });
  };

  /**
   * Focuses the text field when the chat opens, except on touch screens: their on-screen keyboard would cover
   * the chat.
   */
  readonly #onToggled = ({ detail }: PanelToggledEvent): void => {
    if (detail.name === 'chat' && detail.open && !window.matchMedia('(pointer: coarse)').matches)
      void this.#focusField();
  };

  /**
   * The panels at these places. A closed panel is `nothing` in the list, so that Lit keeps the elements of
   * the others.
   */
  #panels(state: State, ...places: readonly PanelPlace[]): unknown[] {
    const instead = insteadOfWorld(state);
    // If the home as text replaces the world, it is rendered elsewhere (`.page`). The painted home has the
    // same words, so next to it the home as text is rendered only while it is open.
    const isThere = (name: PanelName): boolean =>
      instead === 'text' && name === 'directory'
        ? false
        : (panels[name].isAlwaysThere && !(instead && name === 'directory')) || state.panels[name].get();
    return panelsAt(...places).map((name) => (isThere(name) ? panels[name].element(this) : nothing));
  }

  /** The cards of views that are shown now. */
  #cards(state: State, which: (card: ViewCard) => boolean): unknown[] {
    return viewCards.filter(which).map((card) => (card.isShown(state) ? card.element : nothing));
  }

  protected override render(): TemplateResult {
    const { state } = this;
    if (!state) return html`<slot name="paint"></slot><slot></slot>`;
    const instead = insteadOfWorld(state);
    const { name } = state.resident.get();
    const reads = state.derived.document.get() !== undefined;
    const { phase, problem } = state.narration.get();
    const { mode } = state.view.get();
    const isOpen = (panel: PanelName): boolean => state.panels[panel].get();
    return html`<div class="skip">
        <button type="button" class="action" @click=${this.#talk}>Talk to ${name}</button>
        <button type="button" class="action" @click=${this.#read}>Read the home as text</button>
      </div>
      <div
        class="shell"
        ?data-alone=${mode === 'wall' || isPhotoShown(state)}
        ?data-left=${panelsAt('left').some(isOpen)}
        ?data-chat=${isOpen('chat')}
        ?data-right=${panelsAt('right').some(isOpen)}
        data-lapse=${!isTimeLapseShown(state) ? nothing : mode === 'time-lapse' ? 'on' : 'clip'}
        ?data-document=${reads}
        ?data-narration=${phase !== 'idle'}
        ?data-warp=${mode === 'warp'}
        ?data-sheet=${reads || openPanels(state).length > 0}
      >
        <hw-header @panel-toggled=${this.#onToggled}><hw-hud></hw-hud></hw-header>
        ${this.#panels(state, 'right')}
        <div class="left">${this.#panels(state, 'left', 'bottom-left')}</div>
        ${instead === 'text' ? html`<div class="page">${panels.directory.element(this)}</div>` : nothing}
        ${instead === 'painted' ? html`<hw-painted-home @talk=${this.#talk} @read-text=${this.#read}></hw-painted-home>` : nothing}
        ${this.#panels(state, 'middle')}
        ${this.#cards(state, ({ isAlone, isInFoot }) => !isAlone && !isInFoot)}
        <hw-touch-stick></hw-touch-stick>
        <hw-lost-picture @read-text=${this.#read}></hw-lost-picture>
        <div class="foot">
          <hw-fov-zoom></hw-fov-zoom>
          <hw-offline-banner></hw-offline-banner>
          ${this.#cards(state, ({ isInFoot }) => isInFoot === true)}
          ${problem ? html`<hw-narrator-error></hw-narrator-error>` : nothing}
          <hw-asks-notice></hw-asks-notice>
          <hw-reload-notice></hw-reload-notice>
          <hw-settings-notice></hw-settings-notice>
          <hw-config-notice></hw-config-notice>
          ${phase === 'idle' ? nothing : html`<hw-captions></hw-captions>`}
          <hw-news></hw-news>
          ${instead ? nothing : html`<hw-view-bar></hw-view-bar>`}
          <hw-tips></hw-tips>
          <hw-hints></hw-hints>
        </div>
      </div>
      ${this.#cards(state, ({ isAlone }) => isAlone === true)}
      <main aria-label="World">
        <slot name="world" ?hidden=${instead}></slot>
        <slot name="paint"></slot>
        <hw-loading-overlay></hw-loading-overlay>
      </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-home': HwHome;
  }
}
