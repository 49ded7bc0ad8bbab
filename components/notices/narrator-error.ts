import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { NO_VOICE } from '../../data/speech/narration-problems.ts';
import { narrate, type NarrationState } from '../../data/speech/narration.ts';
import { closeButton } from '../shared/control-icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** The time to read the text twice. Milliseconds. */
const SHOWN_MS = 12_000;

/**
 * Says why reading aloud is silent: in a red box if the voice failed (specification 7). It disappears after
 * some seconds, but not while the pointer or the focus is in it, and at once when something is read again.
 *
 * @cssproperty --hw-error - the border
 * @cssproperty --hw-line-hair - its width
 * @cssproperty --hw-panel-background - the background
 * @cssproperty --hw-text - the text
 */
@customElement('hw-narrator-error')
export class HwNarratorError extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        max-width: min(100%, 40rem);
      }
      .box {
        display: var(--hw-card, flex);
        align-items: center;
        padding-left: 1rem;
      }
      .failed {
        background: color-mix(in srgb, var(--hw-error) 38%, var(--hw-panel-background));
        border-color: var(--hw-error);
      }
      p {
        flex: 1;
        padding: 0.5rem 0;
        overflow-wrap: anywhere;
      }
      .icon {
        color: var(--hw-text);
      }
    `,
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The problem for which the timer runs. */
  #problem = '';

  /** Pointer and focus stop the timer; it starts again when both have left. */
  constructor() {
    super();
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, () => this.#wait());
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, () => this.#count());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#wait();
    this.#problem = '';
  }

  /** Stops the timer while the pointer or the focus is in the element. */
  #wait(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the timer that dismisses the message. */
  #count(): void {
    this.#wait();
    if (this.matches(':hover, :focus-within')) return;
    this.#timer = setTimeout(() => {
      if (this.state) narrate(this.state, { kind: 'dismiss' });
    }, SHOWN_MS);
  }

  /** A new problem starts the timer again. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const problem = this.state?.narration.get().problem ?? '';
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#count();
  }

  protected override renderState(state: NarrationState): TemplateResult {
    const { problem } = state.narration.get();
    return html`<div role="alert">
      ${
        problem
          ? html`<div class=${problem === NO_VOICE ? 'panel box' : 'panel box failed'}>
              <p>${problem}</p>
              ${closeButton('Close the message', () => narrate(state, { kind: 'dismiss' }))}
            </div>`
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-narrator-error': HwNarratorError;
  }
}
