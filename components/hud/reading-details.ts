import { type PropertyValues, type TemplateResult, LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { base, panel } from '../shared/styles.ts';
import type { HudRow } from './rows.ts';

/** The minimum distance between the card and the window edge. CSS pixels. */
const EDGE = 8;

/**
 * The card with the reading of a chip, its source and its age. It appears under a chip that is under the
 * pointer, has the focus or was tapped. Esc, a second tap or leaving the line hides the card. The element is
 * loaded after the first picture, so it adds its listeners to its parent, the line of chips.
 *
 * Screen readers skip the card, because the chips have the same words.
 */
@customElement('hw-reading-details')
export class HwReadingDetails extends LitElement {
  static override styles = [
    base,
    panel,
    css`
      :host {
        position: absolute;
        top: 100%;
        z-index: 3;
        width: max-content;
        max-width: min(26rem, 100vw - 1rem);
      }
      .panel {
        padding: 0.5rem 1rem;
        overflow-wrap: anywhere;
      }
      strong {
        display: block;
      }
    `,
  ];

  #listening: AbortController | undefined;

  /** All readings; `data-name` of a chip is the name of its reading. */
  @property({ attribute: false }) rows: readonly HudRow[] = [];

  /** The chip whose card is shown. */
  @state() private chip?: HTMLElement | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ): void => this.parentElement?.addEventListener(type, listener, { signal });
    on('pointerover', (event) => event.pointerType === 'mouse' && this.#unfold(event));
    on('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.#unfold());
    on('focusin', (event) => (event.target as Element).matches(':focus-visible') && this.#unfold(event));
    on('focusout', () => this.#unfold());
    on('click', (event) => this.#press(event));
    // The listener is on `document`, because the focus may be anywhere while the pointer is over a chip (WCAG
    // 1.4.13).
    document.addEventListener('keydown', this.#onKey, { signal, capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening?.abort();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.chip?.isConnected) return;
    // Prevents Esc from also closing something else on the page.
    event.preventDefault();
    this.#unfold();
  };

  /** Shows the card of the event's chip, or no card. Events of the card itself change nothing. */
  #unfold(event?: Event): void {
    const at = event?.target as Element | undefined;
    if (at === this) return;
    this.chip?.setAttribute('aria-expanded', 'false');
    this.chip = at?.closest<HTMLElement>('.chip') ?? undefined;
    this.chip?.setAttribute('aria-expanded', 'true');
  }

  /** A tap or key shows or hides the card. A mouse does that on hover. */
  #press(event: PointerEvent): void {
    const isSame = (event.target as Element).closest('.chip') === this.chip;
    if (event.pointerType !== 'mouse') this.#unfold(isSame ? undefined : event);
  }

  /** Places the card under its chip, inside the window. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const line = this.parentElement;
    if (!this.chip || !line) return;
    const room = innerWidth - line.getBoundingClientRect().left - this.offsetWidth - EDGE;
    this.style.left = `${Math.min(this.chip.offsetLeft, room)}px`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const row = this.rows.find(({ name }) => name === this.chip?.dataset['name']);
    if (!row || !this.chip?.isConnected) return nothing;
    return html`<div class="panel" aria-hidden="true">
      <strong>${row.name}: ${row.value}</strong>
      <span class="quiet">${row.provenance}</span>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-reading-details': HwReadingDetails;
  }
}
