import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { closeButton } from '../shared/close-button.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** A network that is back within a second is not reported as lost. */
const PATIENCE_SECONDS = 1;
/** Long enough to read one sentence. */
const RETURN_SECONDS = 6;

type Shown = 'nothing' | 'offline' | 'back';

const texts: Readonly<Record<Shown, string>> = {
  nothing: '',
  offline:
    'No network. You can still walk, read and write: readings show their age, messages are sent later.',
  back: 'The network is back. The readings are being updated.',
};

/**
 * Says that the browser has no network and what still works, until it is dismissed, and for some
 * seconds that the network is back. It is above the card of the foot and not one itself: it may stay
 * for hours, and the hints must be seen meanwhile.
 */
@customElement('hw-offline-banner')
export class HwOfflineBanner extends StateElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      .panel {
        display: flex;
        max-width: 40rem;
        margin-bottom: 0.5rem;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
      .back {
        border-left-color: var(--hw-connected);
      }
      .text {
        flex: 1;
        min-width: 0;
        padding: 0.6875rem 0 0.6875rem 1rem;
      }
    `,
  ];

  /** Seconds without a network before it is shown. */
  @property({ type: Number }) patience = PATIENCE_SECONDS;

  /** Seconds for which the return is shown. */
  @property({ type: Number }) farewell = RETURN_SECONDS;

  @state() private shown: Shown = 'nothing';

  /** The last known answer of the browser. */
  #online = true;
  /** Being offline was shown, so that the return is news; also while the return is shown. */
  #missed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    // Begins again if the element comes back.
    this.#online = true;
    this.#missed = false;
    this.shown = 'nothing';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const online = this.state?.online.get() ?? true;
    if (online === this.#online) return;
    this.#online = online;
    clearTimeout(this.#timer);
    if (!online) return this.#showIn(this.patience, 'offline');
    if (!this.#missed) return;
    // `#missed` stays until this is gone: a network that goes and comes back meanwhile shows it again.
    this.shown = 'back';
    this.#showIn(this.farewell, 'nothing');
  }

  /** Shows this after some seconds, unless the network changes before. */
  #showIn(seconds: number, next: Shown): void {
    this.#timer = setTimeout(() => {
      this.shown = next;
      this.#missed = next === 'offline';
    }, seconds * 1000);
  }

  protected override renderState(_state: State): TemplateResult {
    const { shown } = this;
    // The live region stays, so that its change of text is announced.
    return html`<div role="status">
      ${
        shown === 'nothing'
          ? nothing
          : html`<section class="panel ${shown}" aria-label="Network">
              <p class="text">${texts[shown]}</p>
              ${closeButton('Dismiss', () => (this.shown = 'nothing'))}
            </section>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-offline-banner': HwOfflineBanner;
  }
}
