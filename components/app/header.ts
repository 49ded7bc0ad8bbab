import { type TemplateResult, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { loadPart } from '../../data/core/load-part.ts';
import type { presentAddress } from '../../data/view/url-sync.ts';
import type { NarrationName } from '../../data/speech/narration.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import type { State } from '../../data/state.ts';
import { type PanelName, panelNames } from '../../data/view/panels.ts';
import { icons } from '../shared/icons.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { StateElement } from '../shared/state-element.ts';
import { NARROW, SLIM, base, buttons, panel } from '../shared/styles.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import type { HwShare } from '../panels/share.ts';
import {
  type HeaderButton,
  heartbeatLink,
  narrationButton,
  photoButton,
  renderButton,
  soundButton,
  timeLapseButton,
} from './header-buttons.ts';
import { headerStyles } from './styles/header-styles.ts';
import { togglePanel } from './open-panel.ts';
import { type PanelGroup, panels } from './panels.ts';

/** Sent after a panel was opened or closed from the header. */
export type PanelToggledEvent = CustomEvent<{ readonly name: PanelName; readonly open: boolean }>;

/**
 * The name of the home with its readings, and its buttons, in one row at every width, with a menu for
 * the other buttons. In narrow windows more of them are in the menu.
 *
 * The buttons of panels come from the table in `panels.ts`. Keyboard users leave the menu with Esc
 * or by tabbing on.
 *
 * @fires panel-toggled - a panel was opened or closed here; `detail` is `{ name, open }`
 * @slot - the readings, below the name
 * @cssproperty --hw-panel-background - the background of the menu and the tips
 * @cssproperty --hw-accent - lines, and buttons under the pointer
 * @cssproperty --hw-text - the name of the home, and the tips
 * @cssproperty --hw-text-quiet - the icons
 * @cssproperty --hw-panel-text - the icons of pressed buttons, and the focus ring
 */
@customElement('hw-header')
export class HwHeader extends StateElement {
  static override styles = [base, panel, buttons, headerStyles];

  /** Closes the menu when the visitor presses elsewhere. */
  readonly #onOutside = (event: Event): void => {
    if (!event.composedPath().includes(this)) this.#closeMenu();
  };

  /** In narrow windows only the chat and the texts stay in the row; the other buttons are in the menu. */
  readonly #narrow = new MediaQuery(this, NARROW);
  /** In very narrow windows only the chat stays in the row. */
  readonly #slim = new MediaQuery(this, SLIM);

  /** Whether Share was pressed and its file is still loading. */
  #isSharing = false;

  @query('.menu') private readonly menuButton!: HTMLButtonElement;
  @query('.more') private readonly menu!: HTMLElement;

  @query('hw-share') private readonly shared!: HwShare;
  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** Whether the menu is open. */
  @state() private menuOpen = false;
  /** Loaded when the menu opens, because only the entry “Share” needs it. */
  @state() private addressOf?: typeof presentAddress;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#onOutside);
    // The listener is on `document`, because in Safari a click on a button does not focus the button. It
    // listens in the capture phase, so that the menu closes before the page handles the key.
    document.addEventListener('keydown', this.#onKey, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#onOutside);
    document.removeEventListener('keydown', this.#onKey, { capture: true });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented && this.escape()) event.preventDefault();
  };

  /**
   * Handles Esc: cancels a share that is still loading, closes the address field if it has the focus, or
   * closes the menu. Returns whether it did one of these.
   */
  escape(): boolean {
    const wasLoading = this.#isSharing;
    this.#isSharing = false;
    // Before its file is loaded, `hw-share` is an undefined custom element without methods.
    if (wasLoading || this.shared.escape?.()) return true;
    if (!this.menuOpen) return false;
    this.#closeMenu();
    return true;
  }

  /** Closes the menu when the focus leaves it, for example with Tab after the last entry. */
  readonly #onFocusOut = ({ relatedTarget: next }: FocusEvent): void => {
    if (next instanceof Node && next !== this.menuButton && !this.menu.contains(next)) this.menuOpen = false;
  };

  /** Opens or closes the menu, and loads what the label of its entry “Share” needs. */
  readonly #toggleMenu = (): void => {
    this.menuOpen = !this.menuOpen;
    import('../../data/view/url-sync.ts').then(
      ({ presentAddress }) => (this.addressOf = presentAddress),
      // If this fails, a press of Share loads the file again, and reports a failure.
      () => undefined,
    );
  };

  /**
   * Closes the menu. If the focus is in the menu, it moves to the menu button, because the entries of a
   * closed menu cannot have the focus.
   */
  #closeMenu(): void {
    if (this.menuOpen && this.menu.contains(this.shadowRoot?.activeElement ?? null)) this.menuButton.focus();
    this.menuOpen = false;
  }

  /** Opens or closes a panel and notifies the page, which may move the focus into it. */
  #toggle(state: State, name: PanelName): void {
    const open = togglePanel(state, name);
    this.dispatchEvent(
      new CustomEvent('panel-toggled', { bubbles: true, composed: true, detail: { name, open } }),
    );
  }

  /** Focuses a button by its name, or the menu button if that button is hidden in the menu. */
  focusButton(name: PanelName | NarrationName | 'share'): void {
    const button = this.renderRoot.querySelector<HTMLButtonElement>(`[data-name="${name}"]`);
    if (button?.checkVisibility()) button.focus();
    else this.menuButton.focus();
  }

  /** Shares the address of the present view, and announces the result. */
  async #share(state: State): Promise<void> {
    const load = () => Promise.all([import('../panels/share.ts'), import('../shared/status-message.ts')]);
    this.#isSharing = true;
    const parts = await loadPart(state, 'Share', load).catch(() => undefined);
    const isWanted = this.#isSharing;
    this.#isSharing = false;
    if (!parts || !isWanted) return;
    const outcome = await this.shared.share(state);
    if (outcome !== '') this.statusMessage.say(outcome);
  }

  /** Saves the session log as a file, and announces the file name. */
  async #export(state: State): Promise<void> {
    const load = () => Promise.all([import('../shared/download.ts'), import('../shared/status-message.ts')]);
    const [file] = (await loadPart(state, 'Export', load).catch(() => undefined)) ?? [];
    if (file) this.statusMessage.say(`Saved ${file.exportSession(state)}`);
  }

  /**
   * Closes the menu before each press, because an opening panel stores the focused element, which must not be
   * a menu entry.
   */
  readonly #button = (button: HeaderButton): TemplateResult => renderButton(button, () => this.#closeMenu());

  /** The buttons of the panels of one group, in the order of the table. */
  #panels(state: State, group: PanelGroup, except?: PanelName): TemplateResult[] {
    return panelNames
      .filter((name) => panels[name].group === group && name !== except)
      .map((name) =>
        this.#button({
          name,
          ...panels[name],
          pressed: state.panels[name].get(),
          press: () => this.#toggle(state, name),
        }),
      );
  }

  /** The label says what is shared: the home at the start, otherwise the present view. */
  #shareButton(state: State): TemplateResult {
    // At the start the address is that of the home, without a view.
    const isView = this.addressOf !== undefined && this.addressOf(state) !== state.base;
    const label = isView ? 'Share this view' : 'Share this home';
    return this.#button({ name: 'share', label, icon: icons.share, press: () => void this.#share(state) });
  }

  #exportButton(state: State): TemplateResult {
    const press = (): void => void this.#export(state);
    return this.#button({ name: 'export', label: 'Export session', icon: icons.export, press });
  }

  /**
   * The groups of buttons in the row, and the menu entries, in order. In wide windows the tools are in the
   * row (specification 6.3), in narrow windows they are in the menu.
   */
  #places(state: State): readonly [groups: unknown[], menu: unknown[]] {
    // Without the 3D world, these buttons have no effect.
    const instead = insteadOfWorld(state);
    const inWorld = (button: HeaderButton): TemplateResult[] => (instead ? [] : [this.#button(button)]);
    const chat = this.#panels(state, 'chat');
    const texts = this.#panels(state, 'texts', instead === 'text' ? 'directory' : undefined);
    const everyday = [...inWorld(soundButton(state)), ...this.#panels(state, 'everyday')];
    const photo = inWorld(photoButton(state));
    const played = [
      ...inWorld(timeLapseButton(state)),
      this.#button(narrationButton(state, 'podcast', 'Podcast of the day')),
      this.#button(narrationButton(state, 'soul', 'Soul, read aloud')),
    ];
    const log = this.#panels(state, 'menu');
    const saved = this.#exportButton(state);
    const tools = this.#panels(state, 'tools');
    const share = this.#shareButton(state);
    const heartbeat = heartbeatLink(state);
    if (!this.#narrow.matches)
      return [
        [[chat, texts], played, [saved, tools], everyday],
        [...photo, ...log, share, heartbeat],
      ];
    const slim = this.#slim.matches;
    return [
      [[chat, slim ? nothing : texts]],
      [...(slim ? texts : []), ...everyday, ...photo, ...played, ...log, saved, share, ...tools, heartbeat],
    ];
  }

  protected override renderState(state: State): TemplateResult {
    const [groups, more] = this.#places(state);
    return html`<header @focusout=${this.#onFocusOut}>
      <div class="title">
        <h1>${state.config.get().appName}</h1>
        <slot></slot>
      </div>
      ${groups.map((group) => html`<div class="group">${group}</div>`)}
      <button
        type="button"
        class="icon menu"
        aria-label="More"
        data-tip="More"
        aria-expanded=${this.menuOpen ? 'true' : 'false'}
        aria-controls="more"
        @click=${this.#toggleMenu}
      >
        ${icons.more}
      </button>
      <ul id="more" class="more panel scroll" aria-label="More" ?data-open=${this.menuOpen}>
        ${more.map((entry) => html`<li>${entry}</li>`)}
      </ul>
      <hw-share @share-closed=${() => this.focusButton('share')}></hw-share>
      <hw-status-message></hw-status-message>
    </header>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-header': HwHeader;
  }
}
