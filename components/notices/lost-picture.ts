import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { reloadPage } from '../shared/reload.ts';

/** Most contexts that come back at all are back within five seconds. */
const PATIENCE_SECONDS = 8;

/**
 * Says that the graphics card took the picture away; and when it is not back after some seconds, what one can do.
 *
 * @fires read-text - the visitor wants the home as text instead
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

  /** Seconds to wait for the picture before the visitor is told what they can do. */
  @property({ type: Number }) patience = PATIENCE_SECONDS;

  /** Loads the page again; a test puts its own here. */
  @property({ attribute: false }) reload = (): void => location.reload();

  @state() private waited = false;

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

  #watchFor(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.waited = false;
    clearTimeout(this.#timer);
    if (lost) this.#timer = setTimeout(() => (this.waited = true), this.patience * 1000);
  }

  protected override renderState(state: State): TemplateResult | typeof nothing {
    const { note } = state.world.status.get();
    const text = this.waited
      ? 'The graphics card has not given the picture back.'
      : note || 'The picture was lost; it is coming back.';
    // The live region stays, so that its change of text is announced.
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
