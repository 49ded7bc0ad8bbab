import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { WorldState } from '../../data/world-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { reloadPage } from '../shared/reload.ts';

/**
 * How long the notice waits for the graphics context. A context that is restored at all is usually back
 * within five seconds.
 */
const PATIENCE_SECONDS = 8;

/**
 * Says that the graphics context was lost and, if it is not back after some seconds, what the
 * visitor can do.
 *
 * @fires read-text - the visitor wants to read the home as text
 */
@customElement('hw-lost-picture')
export class HwLostPicture extends StateElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        position: absolute;
        top: 50%;
        left: 50%;
        width: min(26rem, 80vw);
        text-align: center;
        transform: translate(-50%, -50%);
      }
      section {
        padding: 0.75rem 1rem;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        justify-content: center;
        margin-top: 0.75rem;
      }
    `,
  ];

  /** Seconds to wait before the notice says what the visitor can do. */
  @property({ type: Number }) patience = PATIENCE_SECONDS;

  /** Loads the page again; tests set their own. */
  @property({ attribute: false }) reload = (): void => location.reload();

  /** Whether `patience` seconds have passed. */
  @state() private waited = false;

  /** Whether the context was lost at the last update. */
  #lost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watchFor(false);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#watchFor(this.state?.world.status.get().phase === 'lost');
  }

  /** Starts the timer when the context is lost, and stops it when the context is restored. */
  #watchFor(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.waited = false;
    clearTimeout(this.#timer);
    if (lost) this.#timer = setTimeout(() => (this.waited = true), this.patience * 1000);
  }

  protected override renderState(state: WorldState): TemplateResult | typeof nothing {
    const { note } = state.world.status.get();
    const text = this.waited
      ? 'The graphics card has not recovered.'
      : note || 'The picture was lost. The home is restoring it.';
    // The live region is always rendered, so that screen readers announce its changes.
    return html`<section class=${this.#lost ? 'panel' : ''}>
      <p role="status">${this.#lost ? text : ''}</p>
      ${
        this.#lost && this.waited
          ? html`<div class="choices">
              <button type="button" class="action" @click=${() => reloadPage(state, this.reload)}>
                Try again
              </button>
              <button
                type="button"
                class="action"
                @click=${() => this.dispatchEvent(new CustomEvent('read-text'))}
              >
                Read the home as text
              </button>
            </div>`
          : nothing
      }
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-lost-picture': HwLostPicture;
  }
}
