import { type TemplateResult, html } from 'lit/html.js';
import type { HomeState } from '../../data/apps/home-state.ts';
import { ZAP_KIND } from '../../data/core/nostr-kinds.ts';
import { absenceRows, ageText } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { FeedEvent } from '../../data/readings/records.ts';
import type { RelayFeedReport } from '../../data/readings/schemas/relay-feed.ts';
import { relayFeed } from '../../data/readings/sources/relay-feed.ts';
import { kindName, relayCountText, satsText } from '../../data/relay/format.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { SHOWN_EVENTS } from '../shared/text/relay-text.ts';
import { withoutBidiControls } from '../shared/text/text.ts';
import { define } from './define.ts';
import { panelStyles } from './panel-styles.ts';
import { ReadingElement } from './reading-element.ts';
import { css } from './widget-element.ts';

/**
 * What the Nostr relays of a home have sent: notes, reactions, and zaps with their amounts. The home
 * has verified the signature of each.
 *
 * @cssproperty --hw-zap - zaps
 */
export class RelayFeedElement extends ReadingElement<RelayFeedReport> {
  static override styles = [
    panelStyles,
    css`
      .kind {
        color: var(--quiet);
      }
      .zap {
        --mark: var(--hw-zap, light-dark(${light.zap}, ${theme.colors.zap}));
      }
      .zap .kind {
        color: var(--mark);
      }
      li + li {
        margin-top: 2px;
      }
      ul + .detail {
        margin-top: 8px;
      }
    `,
  ];

  protected override readonly heading = 'Relay feed';
  protected override readonly sources = () => [relayFeed];

  /** Stale where the home itself has lost its relays: then as old as the newest event that came. */
  protected override readingOf(state: HomeState): Reading<RelayFeedReport> {
    const reading = state.readings.relayFeed.get();
    if (reading.state !== 'live' || reading.value.state !== 'stale') return reading;
    const { fetchedAt = reading.fetchedAt, cause = 'the home has no relay' } = reading.value;
    return { ...reading, state: 'stale', fetchedAt, cause };
  }

  /** Kind and amount in words, what was words, and who words it when. */
  #renderEvent(event: FeedEvent, now: number): TemplateResult {
    const { kind, pubkey, content, sats, created_at: seconds } = event;
    const isZap = kind === ZAP_KIND;
    // A zap without a comment has its amount as its text.
    const words = isZap && /^(?:zap|\d+ sats)$/.test(content) ? '' : content;
    return html`<li class=${isZap ? 'zap' : ''}>
      <span
        ><span class="kind">${kindName(kind)} ${isZap ? satsText(sats) : ''}</span>
        <bdi>${withoutBidiControls(words)}</bdi></span
      >
      <span class="detail">[${pubkey}] ${ageText(seconds * 1000, now)}</span>
    </li>`;
  }

  protected override renderBody(reading: Reading<RelayFeedReport>, state: HomeState): TemplateResult {
    const feed = currentValue(reading);
    // Without events the list has one row that says so.
    if (!feed)
      return html`<ul>
        ${absenceRows('RELAY EVENTS', reading).map(
          ({ text, className }) => html`<li class=${className}><span>${text}</span></li>`,
        )}
      </ul>`;
    const now = state.now.get();
    return html`<ul>
        ${feed.events.slice(0, this.limit ?? SHOWN_EVENTS).map((event) => this.#renderEvent(event, now))}
      </ul>
      <p class="detail">${relayCountText(feed.connected, feed.relays)}</p>`;
  }
}

define('hw-relay-feed', RelayFeedElement);
