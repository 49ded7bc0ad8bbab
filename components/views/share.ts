import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { presentAddress } from '../../data/links.ts';
import type { State } from '../../data/state.ts';
import { icons } from '../icons.ts';
import { base, buttons, panel } from '../styles.ts';

/** So long one reads that the link is copied. */
const SAID_MS = 4_000;

/**
 * Gives the address of the present view away: to what the system shares with, else to the clipboard, else as a text to copy by hand.
 * Empty until it has something to say.
 */
@customElement('hw-share')
export class HwShare extends LitElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        display: block;
      }
      p,
      .field {
        padding: 8px 16px;
      }
      .field {
        display: flex;
        gap: 8px;
        align-items: center;
        width: min(480px, 100vw - 32px);
        padding-right: 0;
      }
      input {
        flex: 1;
        min-width: 0;
        min-height: 32px;
        padding: 4px 8px;
        font: inherit;
        color: var(--hw-text);
        background: var(--hw-panel-background);
        border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
        border-radius: 4px;
      }
      .panel {
        background: color-mix(in srgb, var(--hw-panel-background) 94%, transparent);
      }
    `,
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;

  @query('input') private readonly field?: HTMLInputElement;

  @state() private said = '';
  @state() private link = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.link === '' || this.renderRoot.contains(this.shadowRoot?.activeElement ?? null)) return;
    this.field?.focus();
    this.field?.select();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#close();
  };

  #close(): void {
    this.link = '';
    this.dispatchEvent(new CustomEvent('share-closed'));
  }

  #say(said: string): void {
    this.said = said;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.said = ''), SAID_MS);
  }

  /** Shares the view the home shows now. */
  async share(home: State): Promise<void> {
    this.link = '';
    this.said = '';
    const url = presentAddress(home);
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title: home.config.get().appName, url });
        return;
      } catch (error) {
        // Whoever closed the system's own list wants nothing else.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      this.#say('Link copied');
    } catch {
      this.link = url;
    }
  }

  protected override render(): TemplateResult {
    return html`<div role="status">
        ${this.said === '' ? nothing : html`<p class="panel">${this.said}</p>`}
      </div>
      ${
        this.link === ''
          ? nothing
          : html`<div class="panel field" @keydown=${this.#onKey}>
              <input readonly aria-label="Link to this view" .value=${this.link} />
              <button type="button" class="icon" aria-label="Close the link" @click=${() => this.#close()}>
                ${icons.close}
              </button>
            </div>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-share': HwShare;
  }
}
