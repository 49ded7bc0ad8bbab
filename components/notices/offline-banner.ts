import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { focusShown } from '../shared/card-element.ts';
import { closeButton } from '../shared/control-icons.ts';
import { keepingFocus } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** Seconds before a loss is shown. A home that restarts answers within a few seconds. */
const PATIENCE_SECONDS = { network: 1, home: 5 };
/** The time for which the return is shown: long enough to read one sentence. */
const RETURN_SECONDS = 6;

/** What can be missing. */
type Missing = keyof typeof PATIENCE_SECONDS;
type Shown = 'nothing' | `${Missing} gone` | `${Missing} back`;

const WORKS = 'You can still walk, read and write: readings show their age, messages are sent later.';
const texts: Readonly<Record<Shown, string>> = {
  nothing: '',
  'network gone': `No network. ${WORKS}`,
  'network back': 'The network is back. The readings are being updated.',
  'home gone': `This home cannot be reached. ${WORKS}`,
  'home back': 'This home answers again. The readings are being updated.',
};

/**
 * Says that the browser has no network, or that the home does not answer, and what still works. Visitors can
 * dismiss this. When the loss is over, the banner says so for some seconds. It is above the card at the
 * bottom of the page and does not replace that card, because the banner may stay for hours and visitors must
 * still see the hints there.
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

  /** Seconds before a loss is shown; undefined for `PATIENCE_SECONDS`. */
  @property({ type: Number }) patience: number | undefined;

  /** Seconds for which the return is shown. */
  @property({ type: Number }) farewell = RETURN_SECONDS;

  @state() private shown: Shown = 'nothing';

  #missing: Missing | undefined;
  /** The loss that was shown, so that its end is shown too. It stays set while the end is shown. */
  #told: Missing | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    // The element starts again if it is connected again.
    this.#missing = undefined;
    this.#told = undefined;
    this.shown = 'nothing';
  }

  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => focusShown(this),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { online, homeAnswers } = this.state ?? {};
    const missing = online?.get() === false ? 'network' : homeAnswers?.get() === false ? 'home' : undefined;
    if (missing === this.#missing) return;
    this.#missing = missing;
    clearTimeout(this.#timer);
    if (missing) this.#in(this.patience ?? PATIENCE_SECONDS[missing], missing);
    else if (this.#told) {
      this.shown = `${this.#told} back`;
      // `#told` stays set until this text is hidden. So if the loss happens again and ends quickly, its end
      // is shown again.
      this.#in(this.farewell, undefined);
    }
  }

  /**
   * After some seconds, shows the loss of `missing`, or nothing if that is undefined. A change before then
   * clears the timer.
   */
  #in(seconds: number, missing: Missing | undefined): void {
    this.#timer = setTimeout(() => {
      this.shown = missing ? `${missing} gone` : 'nothing';
      this.#told = missing;
    }, seconds * 1000);
  }

  protected override renderState(): TemplateResult {
    const { shown } = this;
    // The live region is always rendered, so that screen readers announce its changes.
    return html`<div role="status">
      ${
        shown === 'nothing'
          ? nothing
          : html`<section
              class="panel ${shown}"
              aria-label=${shown.startsWith('network') ? 'Network' : 'Home'}
            >
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
