import { type TemplateResult, css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, panel } from '../shared/styles.ts';

/**
 * Says that the browser has no network, and what that means for the readings; otherwise it takes no
 * room.
 *
 * @cssproperty --hw-sovereignty-mid - the line beside the text
 */
@customElement('hw-offline-banner')
export class HwOfflineBanner extends StateElement {
  static override styles = [
    base,
    panel,
    css`
      p {
        margin-bottom: 0.5rem;
        padding: 0.5rem 1rem;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
    `,
  ];

  protected override renderState(state: State): TemplateResult {
    // The live region stays, so that its change of text is announced.
    return html`<div role="status">
      ${
        state.online.get()
          ? ''
          : html`<p class="panel">Offline. Readings keep their last values until the network is back.</p>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-offline-banner': HwOfflineBanner;
  }
}
