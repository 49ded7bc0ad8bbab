import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { DerivedState } from '../../data/derived.ts';
import type { WorldState } from '../../data/world-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, progressBar } from '../shared/styles.ts';
import { wayText } from '../shared/text/way-text.ts';

/**
 * Shows the progress of the world over the painted start view until the first frame of the world is drawn: a
 * bar of the steps that are done, and the place to which the page's address leads. The overlay is below the
 * HUD and receives no input, so it blocks nothing.
 *
 * @cssproperty --hw-panel-background - behind the text
 */
@customElement('hw-loading-overlay')
export class HwLoadingOverlay extends StateElement {
  static override styles = [
    base,
    progressBar,
    css`
      :host {
        position: absolute;
        inset: 0;
        pointer-events: none;
      }
      .note {
        position: absolute;
        /* Below the painted resident. */
        top: 76%;
        left: 50%;
        width: min(17.5rem, 70vw);
        padding: 0.5rem 1rem;
        text-align: center;
        background: var(--hw-panel-background);
        border-radius: 4px;
        transform: translate(-50%, -50%);
      }
      /* Absolutely positioned, so that this text does not move the elements above it. */
      .note p {
        position: absolute;
        inset: calc(100% - 0.25rem) 0 auto;
        background: inherit;
      }
      progress {
        width: 100%;
        height: 2px;
        margin-bottom: 0.5rem;
        color: var(--hw-accent);
      }
    `,
  ];

  protected override renderState(state: DerivedState & WorldState): TemplateResult | typeof nothing {
    const { phase, progress, note } = state.world.status.get();
    const place = state.world.linked.get();
    const loading = phase === 'waiting' || phase === 'loading';
    return loading
      ? html`<div class="note">
          <progress aria-label="Loading the world" max="1" .value=${progress}></progress>
          <span class="quiet">${note || 'Loading the world'} · ${Math.floor(progress * 100)} %</span>
          ${place ? html`<p>${wayText(state, place)}</p>` : nothing}
        </div>`
      : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-loading-overlay': HwLoadingOverlay;
  }
}
