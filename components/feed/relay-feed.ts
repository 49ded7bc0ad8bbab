import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { FeedEvent, RelayStatus } from '../../data/readings/records.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import {
  connectedRelays,
  kindName,
  relayLossTexts,
  relayLosses,
  relaysText,
  satsText,
} from '../../data/relay/format.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, panel } from '../shared/styles.ts';
import { ZAP_KIND } from '../../data/readings/schemas/relay-feed.ts';
import { hasEmoji } from '../shared/text/emoji.ts';
import { SHOWN_EVENTS, eventText, relayText, withAmount } from '../shared/text/relay-text.ts';

/**
 * The tab of Today with what the relays send: the newest ten events, zaps in gold, and the state of each
 * relay. The dot is filled and green while any relay is open, hollow and red while none is; the words beside
 * it say the same.
 *
 * @csspart dot - the dot
 * @cssproperty --hw-accent - the line above the details
 * @cssproperty --hw-connected - the dot while a relay is open
 * @cssproperty --hw-disconnected - the dot while none is
 * @cssproperty --hw-zap - zaps
 */
@customElement('hw-relay-feed')
export class HwRelayFeed extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    css`
      .state {
        display: flex;
        flex: none;
        gap: 0.5rem;
        align-items: center;
        padding: 0.5rem 1rem;
      }
      .dot {
        flex: none;
        width: 0.625rem;
        height: 0.625rem;
        border: 2px solid var(--hw-disconnected);
        border-radius: 50%;
      }
      .dot[data-connected] {
        background: var(--hw-connected);
        /* The border fills the dot, because forced colours remove backgrounds but not borders. */
        border: 0.3125rem solid var(--hw-connected);
      }
      .event {
        display: flex;
        gap: 0.5rem;
        padding: 2px 0;
      }
      .content {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
        padding-left: 2ch;
        text-indent: -2ch;
        unicode-bidi: isolate;
      }
      .zap,
      .sats {
        color: var(--hw-zap);
      }
      .sats {
        flex: none;
      }
      details {
        flex: none;
        padding: 0.5rem 1rem;
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
      }
      summary {
        cursor: pointer;
      }
      @media (pointer: coarse) {
        summary {
          padding-block: 0.75rem;
        }
      }
      details li {
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** One row: the kind (for screen readers), author and text, and the amount of a zap. */
  #event(kept: FeedEvent): TemplateResult {
    const event = withAmount(kept);
    const amount = event.kind === ZAP_KIND ? satsText(event.sats) : '';
    // The content of a zap without text is already its amount.
    const sats = event.content.includes(amount) ? '' : amount;
    return html`<li class="event ${event.kind === ZAP_KIND ? 'zap' : ''}">
      <span class="visually-hidden">${kindName(event.kind)}</span>
      <span class="content">${withoutBidiControls(eventText(event, hasEmoji()))}</span>
      ${sats ? html`<span class="sats">${sats}</span>` : nothing}
    </li>`;
  }

  /** The text while there are no events: the reason, and what the feed does. */
  #waiting(wanted: number, relays: readonly RelayStatus[], connected: boolean): TemplateResult {
    if (relays.length === 0)
      return html`<p class="quiet">
        Waiting for relay events.
        ${wanted === 0 ? 'No relay is set in config.json.' : 'The relays connect when the world has loaded.'}
      </p>`;
    return html`<p class="quiet">
        ${connected ? 'Waiting for relay events. None has arrived yet.' : 'Waiting for relay events. No relay is connected:'}
      </p>
      ${connected ? nothing : this.#relays(relays)}`;
  }

  /** One line per relay, also used in the details below the list. */
  #relays(relays: readonly RelayStatus[]): TemplateResult {
    return html`<ul>
      ${relays.map(
        (relay) =>
          html`<li>
            <span aria-hidden="true">${relay.state === 'open' ? '●' : '○'}</span> ${relayText(relay)}
          </li>`,
      )}
    </ul>`;
  }

  protected override renderState(state: ConfigState & RelayState): TemplateResult {
    const events = state.relay.events.get().slice(0, SHOWN_EVENTS);
    const relays = state.relay.relays.get();
    const open = connectedRelays(relays);
    const { rejected, dropped } = relayLosses(relays);
    return html`<p class="state">
        <span class="dot" part="dot" ?data-connected=${open > 0}></span>
        <span class="quiet">${open > 0 ? 'connected' : 'not connected'}</span>
      </p>
      <div class="body scroll" tabindex="0" role="group" aria-label="Events">
        ${
          events.length === 0
            ? this.#waiting(state.config.get().relays.length, relays, open > 0)
            : html`<ul>
                ${repeat(
                  events,
                  ({ id, created_at }) => `${id}${created_at}`,
                  (event) => this.#event(event),
                )}
              </ul>`
        }
      </div>
      <details>
        <summary>
          ${relaysText(relays)}${rejected > 0 ? ` · ${rejected} rejected` : ''}${
            dropped > 0 ? ` · ${dropped} dropped` : ''
          }
        </summary>
        ${this.#relays(relays)} ${relayLossTexts(relays).map((text) => html`<p class="quiet">${text}</p>`)}
      </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-relay-feed': HwRelayFeed;
  }
}
