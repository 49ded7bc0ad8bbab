import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { DerivedState } from '../../data/derived.ts';
import type { WorldState } from '../../data/world-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, progressBar } from '../shared/styles.ts';
import { wayText } from '../shared/text/way-text.ts';

/**
 * Hides the canvas until the first frame of the world is drawn. It has a progress bar of the steps that are
 * really done, and names the place to which the page's address leads. It is below the HUD and receives no
 * input, so it blocks nothing.
 *
 * @cssproperty --hw-sky-horizon - the colour near the horizon
 * @cssproperty --hw-background - the colour elsewhere
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
      .backdrop {
        position: absolute;
        inset: 0;
        background: radial-gradient(
          120% 90% at 50% 60%,
          color-mix(in srgb, var(--hw-sky-horizon) 45%, var(--hw-background)),
          var(--hw-background) 75%
        );
        opacity: 0;
        transition: opacity 0.6s ease-out;
        /* A compositor layer of its own, so that text changes above it do not repaint it. */
        will-change: opacity;
      }
      .backdrop[data-drawn] {
        opacity: 1;
        transition: none;
      }
      .note {
        position: absolute;
        top: 50%;
        left: 50%;
        width: min(17.5rem, 70vw);
        padding: 0.5rem 1rem;
        text-align: center;
        transform: translate(-50%, -50%);
      }
      /* Absolutely positioned, so that this text does not move the elements above it. */
      .note p {
        position: absolute;
        inset: calc(100% - 0.5rem) 0 auto;
      }
      progress {
        width: 100%;
        height: 2px;
        margin-bottom: 0.5rem;
        color: var(--hw-accent);
      }
      @media (prefers-reduced-motion: reduce) {
        .backdrop {
          transition: none;
        }
      }
    `,
  ];

  /**
   * The backdrop fades out after the first frame. It stays hidden if the WebGL context is lost, because a
   * notice reports that.
   */
  protected override renderState(state: DerivedState & WorldState): TemplateResult {
    const { phase, progress, note } = state.world.status.get();
    const place = state.world.linked.get();
    const loading = phase === 'waiting' || phase === 'loading';
    return html`<div class="backdrop" ?data-drawn=${phase !== 'ready' && phase !== 'lost'}></div>
      ${
        loading
          ? html`<div class="note">
              <progress aria-label="Loading the world" max="1" .value=${progress}></progress>
              <span class="quiet">${note || 'Loading the world'} · ${Math.floor(progress * 100)} %</span>
              ${place ? html`<p>${wayText(state, place)}</p>` : nothing}
            </div>`
          : nothing
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-loading-overlay': HwLoadingOverlay;
  }
}
