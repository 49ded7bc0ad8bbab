import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { isOnFoot } from '../../data/view/view.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { StateElement } from '../shared/state-element.ts';
import { SHORT, base } from '../shared/styles.ts';

/**
 * The distance of the knob at full deflection (`world/input/touch-gestures.ts`). CSS pixels.
 */
const REACH = 56;

/**
 * The picture of a virtual joystick on a touch screen: a mark in a corner, and a ring with a knob under a
 * touch. The canvas behind it handles the touches, also beside the mark. Screen readers skip it, because the
 * hints and the help describe it.
 *
 * @attr shown - set while the mark is rendered, so that the elements beside it make room
 * @cssproperty --hw-accent - the knob
 * @cssproperty --hw-background - the dark lining
 * @cssproperty --hw-line-hair - the width of the lines
 * @cssproperty --hw-panel-background - the background of the ring
 * @cssproperty --hw-text - the ring and its arrows
 */
@customElement('hw-touch-stick')
export class HwTouchStick extends StateElement {
  static override styles = [
    base,
    css`
      :host {
        pointer-events: none;
      }
      .ring,
      .knob {
        border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-text) 55%, transparent);
        border-radius: 50%;
      }
      /* A dark lining keeps the ring visible before a bright portal too. */
      .ring {
        position: relative;
        display: grid;
        place-items: center;
        width: 96px;
        height: 96px;
        margin: 0 0 8px 8px;
        background: color-mix(in srgb, var(--hw-panel-background) 35%, transparent);
        box-shadow: 0 0 0 1px color-mix(in srgb, var(--hw-background) 60%, transparent);
        transition: opacity var(--hw-motion, 0.2s);
      }
      /* A low window has no space for the mark. Touches work without it. */
      @media ${unsafeCSS(SHORT)} {
        .ring:not([data-held]) {
          display: none;
        }
      }
      .knob {
        width: 44px;
        height: 44px;
        background: color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      svg {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        fill: none;
        stroke: var(--hw-text);
        stroke-width: 1.5;
        stroke-linecap: round;
        stroke-linejoin: round;
        opacity: 0.7;
      }
      .ring[data-held] {
        position: fixed;
        top: 0;
        left: 0;
        width: 112px;
        height: 112px;
        margin: -56px 0 0 -56px;
        transition: none;
      }
      .ring[data-held] .knob {
        background: color-mix(in srgb, var(--hw-accent) 55%, transparent);
        border-color: var(--hw-text);
      }
    `,
  ];

  /** Whether the device has touch input. */
  readonly #coarse = new MediaQuery(this, '(any-pointer: coarse)');

  @query('.ring') private readonly ring!: HTMLElement | null;
  @query('.knob') private readonly knob!: HTMLElement | null;

  /**
   * Moves the ring and the knob to the touch. It changes only their transforms, because they move in every
   * frame.
   */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const stick = this.state?.world.stick.get();
    // The styles of the page make room for a shown stick.
    this.toggleAttribute('shown', this.ring !== null);
    if (!this.ring || !this.knob) return;
    // Set as properties, because the page's content security policy forbids style attributes.
    this.ring.style.transform = stick ? `translate(${stick.x}px, ${stick.y}px)` : '';
    this.knob.style.transform = stick ? `translate(${stick.right * REACH}px, ${-stick.ahead * REACH}px)` : '';
  }

  protected override renderState(state: ViewState & WorldState): TemplateResult | typeof nothing {
    const held = state.world.stick.get() !== undefined;
    const walks = state.world.status.get().phase === 'ready' && isOnFoot(state.view.get());
    if (!walks || (!held && !this.#coarse.matches)) return nothing;
    return html`<div class="ring" aria-hidden="true" ?data-held=${held}>
      <svg viewBox="0 0 96 96">
        <path d="m42 14 6-6 6 6M42 82l6 6 6-6M14 42l-6 6 6 6M82 42l6 6-6 6" />
      </svg>
      <div class="knob"></div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-touch-stick': HwTouchStick;
  }
}
