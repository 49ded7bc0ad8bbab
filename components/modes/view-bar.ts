import { type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { View } from '../../data/view/view.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { CardElement } from '../shared/card-element.ts';
import { views } from './view-info.ts';
import { SLIM, base, buttons, panel } from '../shared/styles.ts';

type StateSlice = SettingsState & ViewState & WorldState;

/** The name of the present view; in `normal`, the name of the navigation. */
function nameOf(view: View): string {
  if (view.mode === 'normal') return view.navigation === 'walk' ? 'WALK' : 'ORBIT';
  return view.mode === 'zoom' ? withoutBidiControls(view.target.label) : (views[view.mode].title ?? '');
}

/**
 * A line with the name of the present view, and buttons that lead to other views or back. A button shows the
 * key that does the same.
 *
 * @cssproperty --hw-panel-text - the keys
 * @cssproperty --hw-text-quiet - the buttons
 */
@customElement('hw-view-bar')
export class HwViewBar extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        min-width: 0;
      }
      .panel {
        display: var(--hw-card, flex);
        gap: 0.25rem;
        align-items: center;
        padding: 3px 3px 3px 0.75rem;
      }
      .panel.alone {
        padding: 0.4375rem 0.75rem;
      }
      p {
        min-width: 0;
        margin-right: 0.5rem;
        overflow: hidden;
        text-overflow: ellipsis;
        font-weight: 700;
        white-space: nowrap;
      }
      /* The names of views are uppercase (specification 3.4) and shown in sentence case. */
      .mode {
        text-transform: lowercase;
      }
      .mode::first-letter {
        text-transform: uppercase;
      }
      .alone p {
        margin: 0;
      }
      .action {
        flex: none;
      }
      @media (pointer: fine) {
        .action:not(:hover) {
          color: var(--hw-text-quiet);
          background: none;
          border-color: transparent;
        }
      }
      @media ${unsafeCSS(SLIM)} {
        .panel {
          flex-wrap: wrap;
        }
      }
      kbd {
        color: var(--hw-panel-text);
        font: inherit;
      }
    `,
  ];

  /** On touch screens the buttons show no keys. */
  readonly #touch = new MediaQuery(this, '(pointer: coarse)');

  @query('button') private readonly first?: HTMLButtonElement;

  /** If the focused button is removed with its view, the button that leads back gets the focus. */
  protected override nextFocus(): HTMLElement | null | undefined | void {
    return this.first ?? super.nextFocus();
  }

  /**
   * True while the bar has the button that leads back. In `normal`, the cards after the bar may have
   * priority.
   */
  protected override goesFirst(): boolean {
    return this.state?.view.get().mode !== 'normal' && this.renderRoot.querySelector('button') !== null;
  }

  /** A button with its key; touch screens do not show the key. */
  #button(key: string, text: string, run: () => void): TemplateResult {
    const shown = key !== '' && !this.#touch.matches;
    return html`<button type="button" class="action" @click=${run}>
      ${shown ? html`<kbd aria-hidden="true">${key}</kbd> ` : nothing}${text}
    </button>`;
  }

  /** The buttons: back, or the other navigation and the overview. */
  #ways(state: StateSlice, view: View): TemplateResult | typeof nothing {
    if (view.mode !== 'normal')
      return views[view.mode].isLeftByItsCard
        ? nothing
        : html`<span>${this.#button('Esc', 'back', () => dispatchView(state, { kind: 'escape' }))}</span>`;
    const keys = state.settings.get().shortcuts;
    const other = view.navigation === 'walk' ? 'orbit' : 'walk';
    return html`${this.#button(keys ? 'V' : '', other, () => dispatchView(state, { kind: 'navigate' }))}
    ${this.#button(keys && state.world.engaged.get() ? 'Tab' : '', 'overview', () =>
      dispatchView(state, { kind: 'enter', mode: 'overview' }),
    )}`;
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    if (state.world.status.get().phase !== 'ready') return nothing;
    const view = state.view.get();
    const ways = this.#ways(state, view);
    return html`<section class="panel ${ways === nothing ? 'alone' : ''}" aria-label="View">
      <p class=${view.mode === 'zoom' ? '' : 'mode'} role="status"><bdi>${nameOf(view)}</bdi></p>
      ${ways}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-view-bar': HwViewBar;
  }
}
