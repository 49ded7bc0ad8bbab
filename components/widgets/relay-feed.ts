import { type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { type RelayFeedReport, MAX_FEED_EVENTS, ZAP_KIND } from '../../data/readings/schemas/relay-feed.ts';
import { DASH, absenceRows, ageText } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { FeedEvent } from '../../data/readings/records.ts';
import { relayFeed } from '../../data/readings/sources/relay-feed.ts';
import { kindName, relayCountText, satsText } from '../../data/relay/format.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { hasEmoji } from '../shared/text/emoji.ts';
import { SHOWN_EVENTS, contentText, isBareZap } from '../shared/text/relay-text.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';

/**
 * What the Nostr relays of a home have sent: notes, reactions, and zaps with their amounts. The home
 * has verified the signature of each.
 *
 * @cssproperty --hw-zap - zaps
 */
export class RelayFeedElement extends ListElement<RelayFeedReport> {
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
      ul + .detail {
        margin-top: var(--space);
      }
      @container (width < 46em) {
        section {
          --text-lines: 2;
        }
      }
    `,
  ];

  protected override readonly usualRows = MAX_FEED_EVENTS;
  protected override readonly usualLimit = SHOWN_EVENTS;
  protected override readonly heading = 'Relay feed';
  protected override readonly sources = () => [relayFeed];

  /** Returns a stale reading if the home has lost its relays. The age is then the age of the newest event. */
  protected override readingOf(state: HomeState): Reading<RelayFeedReport> {
    const reading = state.readings.relayFeed.get();
    if (reading.state !== 'live' || reading.value.state !== 'stale') return reading;
    const { fetchedAt = reading.fetchedAt, cause = 'the home has no relay' } = reading.value;
    return { ...reading, state: 'stale', fetchedAt, cause };
  }

  /** One event: kind, amount and text, with author and age as the detail. */
  #renderEvent(event: FeedEvent, now: number): TemplateResult {
    const { kind, pubkey, sats, created_at: seconds } = event;
    const isZap = kind === ZAP_KIND;
    const words = isBareZap(event) ? '' : contentText(event, hasEmoji());
    const text = html`<span class="kind">${kindName(kind)} ${isZap ? satsText(sats) : ''}</span>
      <bdi>${withoutBidiControls(words)}</bdi>`;
    const detail = `[${pubkey}] ${ageText(seconds * 1000, now)}`;
    return this.renderRow({ text, className: isZap ? 'zap' : '' }, detail);
  }

  protected override renderBody(reading: Reading<RelayFeedReport>, now: number): TemplateResult {
    const feed = currentValue(reading);
    // Without events the list has one row that says so.
    const rows = feed
      ? feed.events.slice(0, this.most).map((event) => this.#renderEvent(event, now))
      : absenceRows('RELAY EVENTS', reading).map((row) => this.renderRow(row));
    return html`<ul>
        ${rows} ${this.renderWaiting(reading.state)}
      </ul>
      <p class="detail" part="detail">${feed ? relayCountText(feed.connected, feed.relays) : DASH}</p>`;
  }
}

define('hw-relay-feed', RelayFeedElement);
