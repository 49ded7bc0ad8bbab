import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { OFFER_KEY, acceptOffer } from '../../data/view/offer.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { isTyping, letterOf } from '../../data/view/shortcuts.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { isWriting } from '../shared/focus.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** Screen readers announce changes of an existing live region only, so the text is added after this time. */
const REGION_FIRST_MS = 60;

/**
 * A line with one button, for what waits for the visitor's answer: the portal they are about to
 * enter, which they can still leave, or something the resident offers to show. The line is
 * announced to screen readers. While it is on the page, the key of the offer accepts it.
 */
@customElement('hw-action-banner')
export class HwActionBanner extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      .panel {
        display: var(--hw-card, flex);
        flex-wrap: wrap;
        gap: 0.5rem 1rem;
        align-items: center;
        justify-content: center;
        padding: 0.5rem 0.5rem 0.5rem 1rem;
      }
    `,
  ];

  /** Touch screens show no keys. */
  readonly #touch = window.matchMedia('(pointer: coarse)');
  /** Whether the visitor writes in a field: then keys are text, and the button shows none. */
  @state() private writing = isWriting();
  /** The timer that fills the live region. */
  #region = 0;

  /** Whether the live region has existed for `REGION_FIRST_MS`, so that screen readers announce its text. */
  @state() private heard = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onKey);
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, this.#onFocus);
    this.#onFocus();
    this.#region = window.setTimeout(() => (this.heard = true), REGION_FIRST_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onKey);
    for (const type of ['focusin', 'focusout']) document.removeEventListener(type, this.#onFocus);
    window.clearTimeout(this.#region);
    this.heard = false;
  }

  /** Checks in a microtask, because during `focusout` no element has the focus. */
  readonly #onFocus = (): void => queueMicrotask(() => (this.writing = isWriting()));

  /**
   * Accepts the offer with its key, unless single-key shortcuts are switched off or the key has another
   * meaning here.
   */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.state?.settings.get().shortcuts || event.defaultPrevented || event.repeat || isTyping(event))
      return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (letterOf(event).toUpperCase() === OFFER_KEY && acceptOffer(this.state)) event.preventDefault();
  };

  /** The text and the button, which shows its key if the key works. */
  #line(text: string, key: string | undefined, does: string, run: () => void): TemplateResult {
    return html`<div class="panel">
      <span role="status">${this.heard ? withoutBidiControls(text) : ''}</span>
      <button type="button" class="action" @click=${run}>
        ${key === undefined || this.#touch.matches ? does : `${key} — ${does}`}
      </button>
    </div>`;
  }

  protected override renderState(
    state: DerivedState & SettingsState & ViewState & WorldState,
  ): TemplateResult | typeof nothing {
    const view = state.view.get();
    if (view.mode === 'warp') {
      const portals = currentValue(state.derived.portals.get()) ?? [];
      const name = portals.find(({ record }) => record.id === view.portalId)?.record.name;
      return this.#line(`Entering ${name ?? 'another world'}`, 'Esc', 'turn back', () =>
        dispatchView(state, { kind: 'escape' }),
      );
    }
    const offer = state.offer.get();
    if (!offer) return nothing;
    const does = offer.act.kind === 'view' ? 'show me' : 'take me there';
    const keyWorks = state.settings.get().shortcuts && !this.writing;
    return this.#line(offer.text, keyWorks ? OFFER_KEY : undefined, does, () => acceptOffer(state));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-action-banner': HwActionBanner;
  }
}
