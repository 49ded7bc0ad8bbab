import { type TemplateResult, css, html, unsafeCSS } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { StateElement } from '../shared/state-element.ts';
import { NARROW, SLIM, base, panel } from '../shared/styles.ts';
import { type HudRow, hudRows } from './rows.ts';

/**
 * The readings in one glance: each with its value in the same words as everywhere else, and its source and age as a tooltip
 * and for screen readers. A mark before the value tells live from the rest by its shape.
 */
@customElement('hw-hud')
export class HwHud extends StateElement {
  static override styles = [
    base,
    panel,
    css`
      :host {
        display: block;
      }
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
        /* Out of sight, not out of hearing. */
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
