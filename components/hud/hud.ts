import { type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement } from 'lit/decorators.js';
import { StateElement } from '../shared/state-element.ts';
import { LANDSCAPE, NARROW, base } from '../shared/styles.ts';
import { type HudRow, type HudState, OFFLINE_TEXT, hudRows } from './rows.ts';

/**
 * The most important readings in one line of chips. A chip unfolds to its reading with source and age
 * (reading-details.ts); screen readers get the same words without unfolding. Technical readings (the world,
 * the bridge, the network) have a chip only while something is wrong.
 *
 * The text of a chip is shorter if there is less space. The mark before the text shows by its shape that a
 * reading is not live; the colour only repeats this.
 *
 * @cssproperty --hw-accent - the chip under the pointer, and the dots between chips
 * @cssproperty --hw-error - marks of what has failed or is low
 * @cssproperty --hw-panel-text - marks of what is good
 * @cssproperty --hw-sovereignty-mid - marks of what is old or in between
 * @cssproperty --hw-text-quiet - the chips
 */
@customElement('hw-hud')
export class HwHud extends StateElement {
  static override styles = [
    base,
    css`
      :host {
        position: relative;
        min-width: 0;
        container-type: inline-size;
      }
      .chips,
      .row {
        display: flex;
        align-items: center;
      }
      /*
       * A chip without room wraps to a second line, which is hidden, so that no chip is cut. Keyboard focus
       * scrolls to it.
       */
      .chips {
        flex-wrap: wrap;
        height: 1.5rem;
        margin-left: -0.5rem;
        overflow: hidden;
      }
      .row {
        max-width: 100%;
        height: 1.5rem;
      }
      .row ~ .row::before {
        color: color-mix(in srgb, var(--hw-accent) 60%, transparent);
        content: '·';
      }
      .chip {
        display: block;
        padding: 0.125rem 0.5rem;
        overflow: hidden;
        text-overflow: ellipsis;
        color: var(--hw-text-quiet);
        white-space: nowrap;
        background: none;
        border: 0;
        border-radius: 4px;
        cursor: help;
        pointer-events: auto;
      }
      .chip:hover,
      [aria-expanded='true'] {
        --tint: color-mix(in srgb, var(--hw-accent) 15%, transparent);
        color: var(--hw-text);
        /* As high as the line, even if the chip is higher. */
        background: linear-gradient(var(--tint), var(--tint)) bottom / 100% 1.5rem no-repeat;
      }
      .chip:focus-visible {
        outline-offset: -2px;
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
      /* A touch target needs 44 pixels: a chip extends over the name of the home, which cannot be pressed. */
      @media ${unsafeCSS(NARROW)}, (pointer: coarse) {
        .chips,
        .row,
        .chip {
          height: 2.75rem;
        }
        .chips {
          margin-top: -1.25rem;
        }
        .row {
          align-items: baseline;
        }
        .chip {
          min-width: 2.75rem;
          padding-top: 1.375rem;
        }
      }
      /*
       * In a low window only the first chip has room for its longer text: it says who waits and what is being
       * done.
       */
      @media ${unsafeCSS(LANDSCAPE)} {
        .row:not(:first-child) .more {
          display: none;
        }
      }
      @container (width < 32rem) {
        .more {
          display: none;
        }
      }
      @container (width < 18rem) {
        /* Hidden visually, but not for screen readers and the keyboard. */
        .extra:not(:focus-within) {
          position: absolute;
          clip-path: inset(50%);
        }
        .chip {
          padding-inline: 0.25rem;
        }
        .chips {
          margin-left: -0.25rem;
        }
      }
      @container (width < 12rem) {
        .chip {
          font-size: 0.75rem;
        }
        .row ~ .row::before {
          display: none;
        }
      }
    `,
  ];

  /** A reading as a chip; a technical reading without problems is for screen readers only. */
  #row({ name, chip, more, value, mark, tone, provenance, isFine, isExtra }: HudRow): TemplateResult {
    const words = html`<span class="visually-hidden"
      >${name}: <span class="value">${value}</span>, ${provenance}</span
    >`;
    if (isFine) return html`<li>${words}</li>`;
    return html`<li class="row ${isExtra ? 'extra' : ''}">
      <button type="button" class="chip" data-name=${name} aria-expanded="false">
        ${words}<span aria-hidden="true"
          >${mark ? html`<span class="mark ${tone}">${mark}</span> ` : nothing}${chip}${
            more ? html`<span class="more"> ${more}</span>` : nothing
          }</span
        >
      </button>
    </li>`;
  }

  /** Shows the first chips again, which say who waits, after the focus has scrolled to others. */
  readonly #showFirst = ({ currentTarget }: Event): void => (currentTarget as Element).scrollTo(0, 0);

  /** Renders once a second, because the ages change; Lit updates only the texts that differ. */
  protected override renderState(state: HudState): TemplateResult {
    const rows = hudRows(state);
    return html`<section aria-label="Readings">
      <ul class="chips" @focusout=${this.#showFirst}>
        ${rows.map((row) => this.#row(row))}
      </ul>
      <hw-reading-details .rows=${rows}></hw-reading-details>
      <div class="visually-hidden" role="status">${state.online.get() ? '' : `Offline. ${OFFLINE_TEXT}`}</div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-hud': HwHud;
  }
}
