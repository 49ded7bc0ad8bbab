import { type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { changeSettings } from '../../data/config/settings/settings.ts';
import type { State } from '../../data/state.ts';
import { closeButton } from '../shared/close-button.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { SLIM, base, buttons, panel } from '../shared/styles.ts';
import {
  type HelpGroup,
  gamepad,
  mouse,
  other,
  singleKeys,
  touch,
  walking,
} from '../../data/view/help-rows.ts';
import { documentCard } from '../shared/document-card.ts';

/**
 * Everything that can be pressed, dragged or tapped, from `data/view/help-rows.ts`. It takes the
 * focus, so that keys scroll it; the page gives the focus back.
 *
 * @cssproperty --hw-panel-text - the keys
 * @cssproperty --hw-sovereignty-mid - the line beside the note that keys are switched off
 * @cssproperty --hw-text-quiet - what they do
 */
@customElement('hw-help')
export class HwHelp extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    documentCard,
    css`
      .body {
        padding-bottom: 0.75rem;
      }
      h3 {
        padding: 0.5rem 0 0.25rem;
        color: var(--hw-panel-text);
        font-size: 0.8125rem;
        font-weight: 600;
      }
      .row {
        display: grid;
        grid-template-columns: 7rem minmax(0, 1fr);
        gap: 0.75rem;
        padding: 1px 0;
      }
      @media ${unsafeCSS(SLIM)} {
        .row {
          display: block;
        }
      }
      dd {
        color: var(--hw-text-quiet);
      }
      .off {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1rem;
        align-items: center;
        padding: 0.25rem 0 0.25rem 0.75rem;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
      .struck dt {
        color: var(--hw-text-quiet);
        text-decoration: line-through;
      }
    `,
  ];

  /** Touch screens get the gestures first, and the keys after them. */
  readonly #coarse = window.matchMedia('(pointer: coarse)');

  @query('.body') private readonly body?: HTMLElement;

  /** Releases the pointer lock. */
  override connectedCallback(): void {
    super.connectedCallback();
    // Visitors need the pointer to scroll and to close the panel.
    document.exitPointerLock();
  }

  protected override firstUpdated(): void {
    this.body?.focus({ preventScroll: true });
  }

  /** A list with its heading. `off` says that these keys are switched off. */
  #group({ title, rows, single = false }: HelpGroup, off = false): TemplateResult {
    return html`<h3>${title}</h3>
      <dl class=${single && off ? 'struck' : ''}>
        ${rows.map(
          ([key, effect]) =>
            html`<div class="row">
              <dt>${key}</dt>
              <dd>${effect}</dd>
            </div>`,
        )}
      </dl>`;
  }

  /** Says that single keys are switched off, with the button that switches them on. */
  #off(state: State): TemplateResult {
    return html`<div class="off">
      <span>Shortcuts are switched off.</span>
      <button
        type="button"
        class="action"
        @click=${() => {
          changeSettings(state, { shortcuts: true });
          // The button goes away, and its focus must stay in the panel.
          this.body?.focus({ preventScroll: true });
        }}
      >
        Switch them on
      </button>
    </div>`;
  }

  protected override renderState(state: State): TemplateResult {
    const drawn = state.world.status.get().phase !== 'unavailable';
    const off = !state.settings.get().shortcuts;
    const keys = singleKeys(drawn);
    const everywhere = other(drawn);
    const pictured = [mouse, walking, keys, everywhere, gamepad];
    const groups = drawn
      ? this.#coarse.matches
        ? [touch, ...pictured]
        : [...pictured, touch]
      : [keys, everywhere];
    return html`<section class="panel filling" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title">Keys, mouse and touch</h2>
        ${closeButton('Close the help', () => state.panels.help.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-labelledby="title">
        ${off ? this.#off(state) : nothing} ${groups.map((group) => this.#group(group, off))}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-help': HwHelp;
  }
}
