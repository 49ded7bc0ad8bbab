import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { WorldState } from '../../data/world-state.ts';
import { storedText } from './storage.ts';
import { CardElement } from './card-element.ts';
import { base, panel } from './styles.ts';

/** The time to find and read a tip. Milliseconds. */
const SHOWN_MS = 7000;

/** The text of each tip, by its input. */
const tips = {
  taken: [['Esc', 'releases the mouse']],
  refused: [['drag', 'to look around: the browser did not capture the mouse']],
  whole: [
    ['left stick', 'walk'],
    ['right stick', 'look'],
    ['A', 'act'],
    ['B', 'back'],
    ['X', 'overview'],
    ['Start', 'help'],
  ],
  sticks: [
    ['left stick', 'walk'],
    ['right stick', 'look'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;
type Tip = keyof typeof tips;

/** The names of the tips that were shown in this tab, separated by spaces. */
const shownTips = storedText('session', 'home-world.tips-told');

/** The input in use, if it has a tip. */
function tipNow({ world }: WorldState): Tip | undefined {
  const pointer = world.pointer.get();
  if (pointer !== 'free') return pointer;
  const gamepad = world.gamepad.get();
  return gamepad === 'none' ? undefined : gamepad;
}

/**
 * Says what an input does when the visitor begins to use it: the captured mouse, or a gamepad. Each tip is
 * shown once per visit, for some seconds.
 *
 * @cssproperty --hw-panel-text - the key in the tip
 */
@customElement('hw-tips')
export class HwTips extends CardElement {
  static override styles = [
    base,
    panel,
    css`
      :host {
        max-width: 100%;
      }
      .tip {
        display: var(--hw-card, flex);
        flex-wrap: wrap;
        gap: 0 1rem;
        justify-content: center;
        padding: 0.5rem 1rem;
      }
      kbd {
        color: var(--hw-panel-text);
        font: inherit;
      }
    `,
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The tip that is shown. */
  @state() private shown: Tip | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.shown = undefined;
  }

  /**
   * Shows the tip of an input that the visitor has begun to use, unless this tab has shown it before. Hides
   * the tip of an input that is no longer used.
   */
  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const tip = this.state && tipNow(this.state);
    if (tip === this.shown) return;
    if (!tip || !shownTips.get().split(' ').includes(tip)) this.#show(tip);
    else if (this.shown) this.#show(undefined);
  }

  /** Shows a tip for some seconds, and stores that it was shown. */
  #show(tip: Tip | undefined): void {
    clearTimeout(this.#timer);
    this.shown = tip;
    if (!tip) return;
    shownTips.set(`${shownTips.get()} ${tip}`.trim());
    this.#timer = setTimeout(() => (this.shown = undefined), SHOWN_MS);
  }

  protected override renderState(): TemplateResult {
    const { shown } = this;
    return html`<div role="status">
      ${
        shown
          ? html`<p class="panel tip">
              ${tips[shown].map(
                ([key, effect]) => html`<span><kbd>${key}</kbd> <span class="quiet">${effect}</span></span> `,
              )}
            </p>`
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-tips': HwTips;
  }
}
