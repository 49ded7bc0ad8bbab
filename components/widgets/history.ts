import { type PropertyDeclarations, type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { type HistoryReading, historyOf } from '../../data/apps/history-reading.ts';
import {
  DEFAULT_LOCALE,
  incidentText,
  latencyText,
  maintenanceText,
  spanText,
  stateText,
  uptimeText,
} from '../../data/readings/format-history.ts';
import { absenceText, counted } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { HistoryAnswer, HistorySpan, HistorySubject } from '../../data/readings/schemas/history.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { BAR_LEGEND, historyBars } from '../shared/history/bars.ts';
import { historyStyles } from '../shared/history/history-styles.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { text } from './home-element.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';

const spans = Object.entries(spanText) as readonly (readonly [HistorySpan, string])[];

/**
 * The locale of a widget's dates and numbers: from the `lang` of the element, of an element around it, or of
 * the page. For a missing or invalid tag, and for `en` without a country, it is the default. The browser's
 * locale would not fit the English texts.
 */
function localeOf(element: Element): string {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  try {
    return (lang !== 'en' && Intl.DateTimeFormat.supportedLocalesOf(lang)[0]) || DEFAULT_LOCALE;
  } catch {
    return DEFAULT_LOCALE;
  }
}

/**
 * Which portals, upstreams and relays of a home answered: a sentence, and for each its bars over 24
 * hours, 30 or 90 days, the share of checks that were answered, the latency and the incidents.
 *
 * @attr {'24h' | '30d' | '90d'} span - how far back; `24h` without it. The visitor can choose another
 * @attr {string} of - the id of one subject, such as `portal:wiki`; all of them if it is left out
 * @attr {string} lang - how dates and numbers are written; that of the page if it is left out
 * @csspart bar - the bars of a subject
 * @cssproperty --hw-connected - the bars of checks that were answered
 * @cssproperty --hw-sovereignty-mid - the bars in which some checks failed
 */
export class HistoryElement extends ListElement<HistoryAnswer> {
  static override properties: PropertyDeclarations = { span: text, of: text };
  static override styles = [
    panelStyles,
    historyStyles,
    css`
      .up {
        --mark: var(--hw-connected, light-dark(${light.connected}, ${theme.colors.connected}));
      }
      .partly {
        --mark: var(
          --hw-sovereignty-mid,
          light-dark(${light.sovereigntyMid}, ${theme.colors.sovereigntyMid})
        );
      }
      .figure {
        min-height: 1.4em;
      }
      select {
        margin-top: var(--space);
        padding: 8px;
        font: inherit;
      }
      ul {
        grid-template-columns: 1fr;
        gap: calc(2 * var(--space)) calc(4 * var(--space));
        margin-block: calc(2 * var(--space));
      }
      /* Text and detail, bars, and the line below them. */
      li {
        flex-direction: column;
        align-items: stretch;
        justify-content: start;
        min-height: calc(4.2em + 24px);
      }
      li > .detail {
        max-width: none;
      }
      li::before {
        content: '●' / '';
      }
      li:is(.unknown, .placeholder)::before {
        content: '◌' / '';
      }
      /* The summary is above the bars, because its padding extends over them. */
      summary {
        --reach: 4px;
        position: relative;
        margin-block: calc(-1 * var(--reach));
        padding-block: var(--reach);
      }
      /* A touch target needs 44 px. The negative margins keep the height of the widget. */
      @media (pointer: coarse) {
        /* Browsers set the line height of a select: at least 1.1em. */
        select {
          --reach: max(0px, 13px - 0.55em);
          margin-block: calc(var(--space) - var(--reach)) calc(-1 * var(--reach));
          padding-block: calc(8px + var(--reach));
        }
        summary {
          --reach: max(4px, 22px - 0.75em);
        }
      }
      @container (width >= 57em) {
        ul {
          grid-template-columns: 1fr 1fr;
        }
      }
      @container (width < 46em) {
        .figure {
          min-height: 2.8em;
        }
      }
      @container (width < 31em) {
        li {
          min-height: calc(5.6em + 24px);
        }
      }
      :host([compact]) {
        .figure {
          width: 100%;
        }
        li {
          min-height: calc(2.8em + 24px);
        }
        label,
        details {
          display: none;
        }
      }
    `,
  ];

  protected override readonly usualRows = 6;
  protected override readonly heading = 'Status history';
  /** The element requests its history itself. */
  protected override readonly sources = () => [];
  /** The span to show. */
  span: HistorySpan | null | undefined;
  /** The id of the subject to show; without it all subjects. */
  of: string | null | undefined;
  #history: HistoryReading | undefined;
  /**
   * Whether the home has answered once. Then the choice of the span stays while another span loads or fails.
   */
  #hasAnswered = false;

  get #shownSpan(): HistorySpan {
    return spans.find(([known]) => known === this.span)?.[0] ?? '24h';
  }

  protected override get most(): number {
    return this.of ? 1 : super.most;
  }

  protected override ask(): void {
    this.#history?.refresh();
  }

  protected override readingOf(state: HomeState): Reading<HistoryAnswer> {
    this.#history = historyOf(state, this.#shownSpan, this.of);
    // This runs once a second while the page is visible, because the clock renders the element.
    this.#history.update(this.every);
    return this.#history.reading;
  }

  #renderSpan(): TemplateResult {
    return html`<label
      >Last
      <select
        @change=${({ target }: Event) => this.setAttribute('span', (target as HTMLSelectElement).value)}
      >
        ${spans.map(
          ([span, name]) =>
            html`<option value=${span} .selected=${span === this.#shownSpan}>${name}</option>`,
        )}
      </select>
    </label>`;
  }

  /** One subject: its state as text, its bars, and its incidents in a `details` element. */
  #renderSubject(answer: HistoryAnswer, subject: HistorySubject, locale: string): TemplateResult {
    const { name, state, cause, uptime, latency, incidents } = subject;
    // Without a check there is only the cause.
    const details = [
      uptimeText(uptime, locale),
      uptime === null ? cause : latency && latencyText(latency),
      incidents.length > 0 && counted(incidents.length, 'incident'),
    ];
    const line = details.filter(Boolean).join(' · ');
    return html`<li class=${state} part="row ${state}">
      <span>${name}: ${stateText[state]}</span>
      ${
        incidents.length === 0
          ? html`<span class="detail" part="detail">${line}</span>`
          : // The line is the `summary`, so that rows with and without incidents have the same height.
            html`<details>
              <summary class="detail" part="detail">${line}</summary>
              ${incidents.map((incident) => html`<p class="detail">${incidentText(incident, locale)}</p>`)}
            </details>`
      }
      ${cause && uptime !== null ? html`<span class="detail" part="detail">${cause}</span>` : ''}
      ${historyBars(answer, subject)}
    </li>`;
  }

  /** One template for all states, so that Lit keeps the choice of the span and its focus. */
  protected override renderBody(reading: Reading<HistoryAnswer>): TemplateResult {
    const answer = currentValue(reading);
    this.#hasAnswered ||= answer !== undefined;
    const failing = answer?.subjects.some(({ kind, state }) => kind === 'portal' && state === 'down');
    const headline = answer?.headline ?? absenceText('HISTORY', reading);
    const isLoading = reading.state === 'loading';
    return html`<p class=${failing ? 'figure dead' : 'figure'} part="figure">${headline}</p>
      ${this.#hasAnswered || isLoading ? this.#renderSpan() : ''}
      ${
        answer || isLoading
          ? html`<ul>
                ${answer?.subjects
                  .slice(0, this.limit)
                  .map((subject) => this.#renderSubject(answer, subject, localeOf(this)))}
                ${this.renderWaiting(reading.state, 0)}
              </ul>
              ${answer?.maintenance.map(
                (window) =>
                  html`<p class="detail">Maintenance ${maintenanceText(window, localeOf(this))}</p>`,
              )}
              <p class="detail">${BAR_LEGEND}</p>`
          : ''
      }`;
  }
}

define('hw-history', HistoryElement);
