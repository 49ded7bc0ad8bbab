import { type TemplateResult, css, html, unsafeCSS } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { StateElement } from '../shared/state-element.ts';
import { NARROW, SLIM, base, panel } from '../shared/styles.ts';
import { type HudRow, hudRows } from './rows.ts';

/**
 * The readings at a glance. Each row has its value, in the same words as everywhere else, and its
 * source and age as a tooltip and for screen readers. The mark before the value shows by its shape
 * whether the reading is live; colour only repeats it.
 *
 * @cssproperty --hw-error - marks of what has failed or is low
 * @cssproperty --hw-panel-text - marks of what is good
 * @cssproperty --hw-sovereignty-mid - marks of what is old or in between
 * @cssproperty --hw-text-quiet - names, and other marks
 */
@customElement('hw-hud')
export class HwHud extends StateElement {
  static override styles = [
    base,
    panel,
    css`
      .panel {
        padding: 0.5rem 1rem;
      }
      dl {
        display: grid;
        gap: 0 1rem;
      }
      .row {
        display: flex;
        gap: 0.5rem;
        min-width: 0;
        white-space: nowrap;
      }
      dt {
        color: var(--hw-text-quiet);
      }
      dd {
        display: flex;
        flex: 1;
        gap: 0.5rem;
        justify-content: flex-end;
        min-width: 0;
      }
      .value {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .mark {
        width: 1ch;
        color: var(--hw-text-quiet);
      }
      .good {
        color: var(--hw-panel-text);
      }
      .middling {
        color: var(--hw-sovereignty-mid);
      }
      .bad {
        color: var(--hw-error);
      }
      @media ${unsafeCSS(NARROW)} {
        .panel {
          padding: 0.5rem 0.75rem;
        }
        dl {
          display: flex;
          flex-wrap: wrap;
          justify-content: space-between;
        }
        .row:first-child {
          width: 100%;
        }
        dd {
          flex: 0 1 auto;
        }
        @media ${unsafeCSS(SLIM)} {
          .row {
            flex-wrap: wrap;
            gap: 0 0.5rem;
            white-space: normal;
          }
          .value {
            flex: 1;
          }
        }
        /* Hidden from view, but not from screen readers. */
        .value-only dt,
        .hidden {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
    `,
  ];

  /** One row of the description list. `onPhone` says what narrow windows leave out. */
  #row({ name, short, value, mark, tone, provenance, onPhone }: HudRow): TemplateResult {
    return html`<div
      class="row ${onPhone === 'value' ? 'value-only' : (onPhone ?? '')}"
      title="${name}: ${value}. ${provenance}"
    >
      <dt><span aria-hidden="true">${short}</span><span class="visually-hidden">${name}</span></dt>
      <dd>
        <span class="mark ${tone}" aria-hidden="true">${mark}</span>
        <span class="value">${value}</span>
        <span class="visually-hidden">, ${provenance}</span>
      </dd>
    </div>`;
  }

  /**
   * Rendered once a second, because the ages in the tooltips change; Lit writes only the texts that
   * differ.
   */
  protected override renderState(state: State): TemplateResult {
    return html`<section class="panel" aria-label="Readings">
      <dl>${hudRows(state).map((row) => this.#row(row))}</dl>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-hud': HwHud;
  }
}
