import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { isLocalHost } from '../../data/readings/sovereignty-count.ts';
import { presentAddress } from '../../data/view/url-sync.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { base, buttons, panel } from '../shared/styles.ts';

type StateSlice = ConfigState & GamesState & PageState & TimeLapseState & ViewState & WorldState;

const THIS_COMPUTER = /^(?:localhost|127\..*|\[::1\])$/;

/** Who can open the address; empty if everyone can. */
function reachText(url: string): string {
  if (!isLocalHost(url)) return '';
  return THIS_COMPUTER.test(new URL(url).hostname)
    ? 'It opens on this computer only'
    : 'It opens in this network only';
}

/**
 * Shares the address of the present view: with the system's own dialog, otherwise by the clipboard,
 * otherwise as a text to copy by hand. Empty until there is something to copy.
 *
 * @fires share-closed - the visitor closed the field with the address
 * @cssproperty --hw-accent - the border of the field
 * @cssproperty --hw-panel-background - the background
 * @cssproperty --hw-text - the address
 */
@customElement('hw-share')
export class HwShare extends LitElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      .field {
        display: flex;
        gap: 0.5rem;
        align-items: center;
        width: min(30rem, 100vw - 2rem);
        padding: 0.5rem 0 0.5rem 1rem;
      }
      input {
        flex: 1;
        min-width: 0;
        min-height: 2rem;
        padding: 0.25rem 0.5rem;
        font: inherit;
        color: var(--hw-text);
        background: var(--hw-panel-background);
        border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
        border-radius: 4px;
      }
    `,
  ];

  @query('input') private readonly field?: HTMLInputElement;

  /** The address to copy by hand; empty if there is none. */
  @state() private link = '';

  /** Selects the address when it appears, ready to be copied. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.link === '' || this.renderRoot.contains(this.shadowRoot?.activeElement ?? null)) return;
    this.field?.focus();
    this.field?.select();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.escape()) event.preventDefault();
  };

  /**
   * Handles Esc while the focus is in the field: closes the field, and not the panel or view behind it.
   * Returns whether it did that.
   */
  escape(): boolean {
    if (!this.shadowRoot?.activeElement) return false;
    this.#close();
    return true;
  }

  /** Hides the field with the address. */
  #close(): void {
    this.link = '';
    this.dispatchEvent(new CustomEvent('share-closed'));
  }

  /**
   * Shares the present view. Returns a text for the visitor: that the address was copied, and who can open
   * it.
   */
  async share(state: StateSlice): Promise<string> {
    this.link = '';
    const url = presentAddress(state);
    const reach = reachText(url);
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title: state.config.get().appName, url });
        return reach;
      } catch (error) {
        // The visitor has closed the system's dialog: no other way is tried.
        if (error instanceof DOMException && error.name === 'AbortError') return '';
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      return reach === '' ? 'Link copied' : `Link copied. ${reach}`;
    } catch {
      this.link = url;
      return reach;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.link === '') return nothing;
    return html`<div class="panel field" @keydown=${this.#onKey}>
      <input readonly aria-label="Link to share" .value=${this.link} />
      ${closeButton('Close the link', () => this.#close())}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-share': HwShare;
  }
}
