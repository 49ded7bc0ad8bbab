import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { WorldState } from '../../data/world-state.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** A smaller magnification is not shown. */
const MIN_SHOWN = 1.05;

/** A button that shows how much the view is magnified, and ends the zoom. It is hidden without a zoom. */
@customElement('hw-fov-zoom')
export class HwFovZoom extends StateElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      button {
        display: flex;
        gap: 0.5rem;
        align-items: center;
        min-height: 2.75rem;
        padding: 0 0.75rem;
      }
      svg {
        width: 1rem;
        height: 1rem;
      }
    `,
  ];

  protected override renderState(state: WorldState): TemplateResult | typeof nothing {
    const { fovZoom } = state.world;
    if (fovZoom.get() < MIN_SHOWN) return nothing;
    const text = `${fovZoom.get().toFixed(1)} ×`;
    return html`<button
      type="button"
      class="panel"
      aria-label="Zoom ${text}, end it"
      @click=${() => fovZoom.set(1)}
    >
      ${text} ${controlIcons.close}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-fov-zoom': HwFovZoom;
  }
}
