import { type TemplateResult, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { loadPart } from '../../data/load-part.ts';
import type { presentAddress } from '../../data/links.ts';
import { type NarrationName, isNarrated, toggleNarration } from '../../data/narration.ts';
import { switchSound } from '../../data/sound.ts';
import type { State } from '../../data/state.ts';
import { turnView } from '../../data/turn-view.ts';
import { icons } from '../icons.ts';
import { MediaQuery } from '../media-query.ts';
import { StateElement } from '../state-element.ts';
import { NARROW, base, buttons, panel } from '../styles.ts';
import type { HwSaid } from '../said.ts';
import type { HwShare } from '../views/share.ts';
import { headerStyles } from './header-styles.ts';
import { type PanelName, panelSignal, togglePanel } from './panels.ts';

/** Sent after a panel was opened or closed from the header. */
export type PanelToggledEvent = CustomEvent<{ readonly name: PanelName; readonly open: boolean }>;

/**
 * The name of the home and its buttons, in one row at every width: the everyday ones, and a menu with the others. On phones more are in the menu.
 *
 * @fires panel-toggled - a panel was opened or closed here; `detail` is `{ name, open }`
 * @cssproperty --hw-panel-background, --hw-accent, --hw-text, --hw-text-quiet, --hw-panel-text
 */
@customElement('hw-header')
export class HwHeader extends StateElement {
  static override styles = [base, panel, buttons, headerStyles];

  readonly #onOutside = (event: Event): void => {
    if (!event.composedPath().includes(this)) this.#closeMenu();
  };

  readonly #narrow = new MediaQuery(this, NARROW);

  @query('.menu') private readonly menuButton!: HTMLButtonElement;
  @query('.more') private readonly menu!: HTMLElement;

  @query('hw-share') private readonly shared!: HwShare;
  @query('hw-said') private readonly said!: HwSaid;

  @state() private menuOpen = false;
  /** Comes when the menu is opened: only an entry of it asks. */
  @state() private addressOf?: typeof presentAddress;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#onOutside);
    this.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#onOutside);
    this.removeEventListener('keydown', this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.menuOpen) return;
    event.preventDefault();
    this.menuOpen = false;
    this.menuButton.focus();
  };

  /** Who tabs on, out of the menu, leaves it. */
  readonly #onFocusOut = ({ relatedTarget: next }: FocusEvent): void => {
    if (next instanceof Node && next !== this.menuButton && !this.menu.contains(next)) this.menuOpen = false;
  };

  readonly #toggleMenu = (): void => {
    this.menuOpen = !this.menuOpen;
    import('../../data/links.ts').then(
      ({ presentAddress }) => (this.addressOf = presentAddress),
      // Pressing Share tries again, and says so where that fails.
      () => undefined,
    );
  };

  #closeMenu(): void {
    // Its button keeps the place of an entry that goes out of sight with the focus.
    if (this.menuOpen && this.menu.contains(this.shadowRoot?.activeElement ?? null)) this.menuButton.focus();
    this.menuOpen = false;
  }

  #toggle(home: State, name: PanelName): void {
    const open = togglePanel(home, name);
    this.#closeMenu();
    this.dispatchEvent(
      new CustomEvent('panel-toggled', { bubbles: true, composed: true, detail: { name, open } }),
    );
  }

  /** Puts the focus on the button of a panel, or on the menu that holds it. */
  focusButton(name: PanelName): void {
    this.#focus(`[data-panel="${name}"]`);
  }

  /** The same for what is read aloud. */
  focusNarration(what: NarrationName): void {
    this.#focus(`[data-narration="${what}"]`);
  }

  #focus(selector: string): void {
    const button = this.renderRoot.querySelector<HTMLButtonElement>(selector);
    if (button?.checkVisibility()) button.focus();
    else this.menuButton.focus();
  }

  async #share(home: State): Promise<void> {
    this.#closeMenu();
    const load = () => Promise.all([import('../views/share.ts'), import('../said.ts')]);
    if (!(await loadPart(home, 'Share', load).catch(() => undefined))) return;
    if (await this.shared.share(home)) this.said.say('Link copied');
  }

  async #export(home: State): Promise<void> {
    this.#closeMenu();
    const load = () => Promise.all([import('./export-session.ts'), import('../said.ts')]);
    const [file] = (await loadPart(home, 'Export', load).catch(() => undefined)) ?? [];
    if (file) this.said.say(`Saved ${file.exportSession(home)}`);
  }

  #panelButton(home: State, name: PanelName, label: string): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      data-panel=${name}
      aria-label=${label}
      data-tip=${label}
      aria-pressed=${panelSignal(home, name).get() ? 'true' : 'false'}
      @click=${() => this.#toggle(home, name)}
    >
      ${icons[name]}<span class="name" aria-hidden="true">${label}</span>
    </button>`;
  }

  #soundButton(home: State): TemplateResult {
    const on = home.audio.enabled.get();
    // A visitor's first touch may bring the sound back by itself; not the touch that says so.
    return html`<button
      type="button"
      class="icon"
      data-sound
      aria-label="Sound"
      data-tip="Sound"
      aria-pressed=${on ? 'true' : 'false'}
      @click=${() => {
        this.#closeMenu();
        switchSound(home, !on);
      }}
    >
      ${on ? icons.sound : icons.muted}<span class="name" aria-hidden="true">Sound</span>
    </button>`;
  }

  #narrationButton(home: State, what: NarrationName, label: string): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      data-narration=${what}
      aria-label=${label}
      aria-pressed=${isNarrated(home, what) ? 'true' : 'false'}
      @click=${() => {
        this.#closeMenu();
        toggleNarration(home, what);
      }}
    >
      ${icons[what]}<span class="name" aria-hidden="true">${label}</span>
    </button>`;
  }

  #photoButton(home: State): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      data-photo
      aria-label="Photo"
      @click=${() => {
        // The photo bar gives the focus back to where it is now.
        this.#closeMenu();
        turnView(home, { kind: 'enter', mode: 'photo' });
      }}
    >
      ${icons.photo}<span class="name" aria-hidden="true">Photo</span>
    </button>`;
  }

  #timeLapseButton(home: State): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      data-time-lapse
      aria-label="Time-lapse of the day"
      aria-pressed=${home.view.get().mode === 'time-lapse' ? 'true' : 'false'}
      ?disabled=${home.world.status.get().phase !== 'ready'}
      @click=${() => {
        this.#closeMenu();
        turnView(home, { kind: 'toggle', mode: 'time-lapse' });
      }}
    >
      ${icons.timeLapse}<span class="name" aria-hidden="true">Time-lapse</span>
    </button>`;
  }

  #exportButton(home: State): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      aria-label="Export session"
      @click=${() => void this.#export(home)}
    >
      ${icons.export}<span class="name" aria-hidden="true">Export session</span>
    </button>`;
  }

  #shareButton(home: State): TemplateResult {
    // Where one arrives there is no view to carry: the address is the home's own.
    const isView = this.addressOf !== undefined && this.addressOf(home) !== home.base;
    const label = isView ? 'Share this view' : 'Share this home';
    return html`<button
      type="button"
      class="icon"
      data-share
      aria-label=${label}
      @click=${() => void this.#share(home)}
    >
      ${icons.share}<span class="name" aria-hidden="true">${label}</span>
    </button>`;
  }

  #heartbeatLink(home: State): TemplateResult {
    return html`<a class="icon" href=${new URL('heartbeat.html', home.base).href} aria-label="Heartbeat page"
      >${icons.heartbeat}<span class="name" aria-hidden="true">Heartbeat page</span></a
    >`;
  }

  protected override renderState(home: State): TemplateResult {
    // Where the text stands in place of the picture there is nothing to open.
    const instead = home.world.status.get().phase === 'unavailable';
    const narrow = this.#narrow.matches;
    const everyday = [
      ...(instead ? [] : [this.#soundButton(home)]),
      this.#panelButton(home, 'settings', 'Settings'),
      this.#panelButton(home, 'help', 'Keys and help'),
    ];
    const more = [
      ...(narrow ? everyday : []),
      ...(instead ? [] : [this.#photoButton(home), this.#timeLapseButton(home)]),
      this.#narrationButton(home, 'podcast', 'Podcast of the day'),
      this.#narrationButton(home, 'soul', 'Soul, read aloud'),
      this.#panelButton(home, 'log', 'Session log'),
      this.#exportButton(home),
      this.#shareButton(home),
      this.#panelButton(home, 'debug', 'Debug'),
      this.#heartbeatLink(home),
    ];
    return html`<header class="panel" @focusout=${this.#onFocusOut}>
      <h1>${home.config.get().appName}</h1>
      <div class="main">
        ${this.#panelButton(home, 'chat', 'Chat')} ${this.#panelButton(home, 'feed', 'Relay feed')}
        ${instead ? nothing : this.#panelButton(home, 'directory', 'Home as text')}
        ${narrow ? nothing : everyday}
      </div>
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
      <hw-share @share-closed=${() => this.#focus('[data-share]')}></hw-share>
      <hw-said></hw-said>
    </header>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-header': HwHeader;
  }
}
