import { type TemplateResult, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { loadPart } from '../../data/core/load-part.ts';
import type { NarrationName } from '../../data/speech/narration.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import type { State } from '../../data/state.ts';
import { type PanelName, panelNames } from '../../data/view/panels.ts';
import { icons } from '../shared/icons.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { StateElement } from '../shared/state-element.ts';
import { SLIM, UPRIGHT, base, buttons, panel } from '../shared/styles.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import type { HwShare } from '../panels/share.ts';
import { type HeaderButton, photoButton, renderButton, timeLapseButton } from './header-buttons.ts';
import type { MenuGroup, menuGroups } from './header-menu.ts';
import { headerStyles } from './styles/header-styles.ts';
import { togglePanel } from './open-panel.ts';
import { type PanelGroup, panels } from './panels.ts';

/** Sent after a panel was opened or closed from the header. */
export type PanelToggledEvent = CustomEvent<{ readonly name: PanelName; readonly open: boolean }>;

/**
 * The name of the home with its readings, and at most five buttons, in one row at every width: chat, Today,
 * time-lapse, photo, and the menu with everything else (`header-menu.ts`). Narrow windows have fewer buttons
 * in the row and more in the menu.
 *
 * Keyboard users leave the menu with Esc or by tabbing on.
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

  /** On a phone in portrait orientation the time-lapse is in the menu. */
  readonly #upright = new MediaQuery(this, UPRIGHT);
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
  /** The entries of the menu; loaded when it first opens. */
  @state() private menuGroups?: typeof menuGroups;

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

  /** Opens or closes the menu, and loads its entries. */
  readonly #toggleMenu = (): void => {
    this.menuOpen = !this.menuOpen;
    const { state } = this;
    if (this.menuGroups || !state) return;
    loadPart(state, 'More', () => import('./header-menu.ts')).then(
      (menu) => (this.menuGroups = menu.menuGroups),
      () => (this.menuOpen = false),
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
   * A button. The menu closes before each press, because an opening panel stores the focused element, which
   * must not be a menu entry.
   */
  #button(state: State, button: HeaderButton): TemplateResult {
    return renderButton(button, state.settings.get().shortcuts, () => this.#closeMenu());
  }

  /** The button of a panel. */
  #panel(state: State, name: PanelName): HeaderButton {
    const { label, icon, key } = panels[name];
    return {
      name,
      label,
      icon,
      ...(key && { key: key.toUpperCase() }),
      pressed: state.panels[name].get(),
      press: () => this.#toggle(state, name),
    };
  }

  /** The buttons of the row, and those that go into the menu because the window is too narrow. */
  #places(state: State, hasWorld: boolean): readonly [row: HeaderButton[], moved: HeaderButton[]] {
    const chat = this.#panel(state, 'chat');
    const today = this.#panel(state, 'today');
    // Without a world these two buttons would have no effect.
    const lapse = hasWorld ? [timeLapseButton(state)] : [];
    const photo = hasWorld ? [photoButton(state)] : [];
    if (this.#slim.matches) return [[chat], [today, ...lapse, ...photo]];
    if (this.#upright.matches) return [[chat, today, ...photo], lapse];
    return [[chat, today, ...lapse, ...photo], []];
  }

  /** The groups of the menu; empty until its file is loaded. */
  #menu(state: State, moved: readonly HeaderButton[], hasWorld: boolean): readonly MenuGroup[] {
    const host = {
      panels: (group: PanelGroup) =>
        panelNames.filter((name) => panels[name].group === group).map((name) => this.#panel(state, name)),
      share: () => void this.#share(state),
      exportSession: () => void this.#export(state),
    };
    return this.menuGroups?.(state, host, moved, hasWorld) ?? [];
  }

  protected override renderState(state: State): TemplateResult {
    const hasWorld = insteadOfWorld(state) === undefined;
    const [row, moved] = this.#places(state, hasWorld);
    const menu = this.#menu(state, moved, hasWorld);
    return html`<header @focusout=${this.#onFocusOut}>
      <div class="title">
        <h1>${state.config.get().appName}</h1>
        <slot></slot>
      </div>
      <div class="row">${row.map((button) => this.#button(state, button))}</div>
      <button
        type="button"
        class="icon menu"
        aria-label="More"
        data-tip="More: sound, settings, help"
        aria-expanded=${this.menuOpen ? 'true' : 'false'}
        aria-controls="more"
        @click=${this.#toggleMenu}
      >
        ${icons.more}
      </button>
      <ul
        id="more"
        class="more panel scroll"
        aria-label="More"
        ?data-open=${this.menuOpen && menu.length > 0}
      >
        ${menu.map((group) =>
          group.map(
            (entry, index) =>
              html`<li class=${index === 0 ? 'begins' : nothing}>
                ${'press' in entry ? this.#button(state, entry) : entry}
              </li>`,
          ),
        )}
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
