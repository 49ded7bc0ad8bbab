import { type TemplateResult, html, nothing } from 'lit/html.js';
import type { HomeState } from '../../data/apps/home-state.ts';
import { historyOf } from '../../data/apps/history-reading.ts';
import {
  incidentText,
  latencyText,
  maintenanceText,
  spanText,
  stateText,
  uptimeText,
} from '../../data/readings/format-history.ts';
import { DASH, absenceText, counted, provenanceText } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { HistoryAnswer, HistorySpan, HistorySubject } from '../../data/readings/schemas/history.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { BAR_LEGEND, historyBars } from '../shared/history/bars.ts';
import { historyStyles } from '../shared/history/history-styles.ts';
import { define } from './define.ts';
import { HomeElement } from './home-element.ts';
import { panelStyles } from './panel-styles.ts';
import { css } from './widget-element.ts';

const spans = Object.entries(spanText) as readonly (readonly [HistorySpan, string])[];

/** The detail of the event `hw-headline`. */
export interface Headline {
  readonly text: string;
  /** A portal does not answer. */
  readonly failing: boolean;
}

/**
 * Which portals, upstreams and relays of a home answered: a sentence, and for each its bars over 24
 * hours, 30 or 90 days, the share of checks that were answered, the latency and the incidents.
 *
 * @attr span - `24h` (the default), `30d` or `90d`; the visitor can choose another
 * @attr of - the id of one subject, such as `portal:wiki`; all of them if it is left out
 * @fires hw-headline - the sentence has changed
 * @cssproperty --hw-connected - the bars of checks that were answered
 * @cssproperty --hw-sovereignty-mid - the bars in which some checks failed
 */
export class HistoryElement extends HomeElement {
  static override readonly observedAttributes = ['src', 'span', 'of'];
  static override styles = [
    panelStyles,
    historyStyles,
    css`
      section {
        --up: var(--hw-connected, light-dark(${light.connected}, ${theme.colors.connected}));
        --partly: var(
          --hw-sovereignty-mid,
          light-dark(${light.sovereigntyMid}, ${theme.colors.sovereigntyMid})
        );
        --down: var(--error);
        --maintenance: var(--accent);
        --none: var(--quiet);
      }
      select {
        margin-top: 8px;
        padding: 8px;
        font: inherit;
      }
      .all {
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26em), 1fr));
        gap: 16px 32px;
        margin-block: 16px;
      }
      .all > li {
        align-content: start;
      }
      .all > li::before {
        content: '●' / '';
      }
      summary {
        padding-block: 4px;
        cursor: pointer;
      }
      :is(select, summary):focus-visible {
        outline: var(--focus) solid var(--accent);
      }
    `,
  ];

  protected override readonly heading = 'Status history';
  /** It requests its own span itself. */
  protected override readonly sources = () => [];
  #headline = '';

  /** How far back it shows. */
  get span(): HistorySpan {
    const given = this.getAttribute('span');
    return spans.find(([span]) => span === given)?.[0] ?? '24h';
  }
  set span(span: HistorySpan) {
    this.setAttribute('span', span);
  }

  /** Says what pages may want in their title, once for each change. */
  #tell(text: string, failing: boolean): void {
    if (text === this.#headline) return;
    this.#headline = text;
    const detail: Headline = { text, failing };
    this.dispatchEvent(new CustomEvent('hw-headline', { bubbles: true, composed: true, detail }));
  }

  #renderSpan(): TemplateResult {
    return html`<label
      >Last
      <select
        @change=${({ target }: Event) => this.setAttribute('span', (target as HTMLSelectElement).value)}
      >
        ${spans.map(
          ([span, text]) => html`<option value=${span} ?selected=${span === this.span}>${text}</option>`,
        )}
      </select>
    </label>`;
  }

  /** One subject: its state in words, its bars, and folded its incidents. */
  #renderSubject(answer: HistoryAnswer, subject: HistorySubject): TemplateResult {
    const { name, state, cause, uptime, latency, incidents } = subject;
    return html`<li class=${state}>
      <span>${name}: ${stateText[state]}</span>
      <span class="detail">${uptimeText(uptime)}${latency && ` · ${latencyText(latency)}`}</span>
      ${cause && html`<span class="detail">${cause}</span>`} ${historyBars(answer, subject)}
      ${
        incidents.length === 0
          ? nothing
          : html`<details>
              <summary>${counted(incidents.length, 'incident')}</summary>
              ${incidents.map((incident) => html`<p class="detail">${incidentText(incident)}</p>`)}
            </details>`
      }
    </li>`;
  }

  #renderBody(reading: Reading<HistoryAnswer>): TemplateResult {
    const answer = currentValue(reading);
    if (!answer)
      return html`<p class="figure">
        ${reading.state === 'loading' ? DASH : absenceText('HISTORY', reading)}
      </p>`;
    const { headline, subjects, maintenance } = answer;
    const failing = subjects.some(({ kind, state }) => kind === 'portal' && state === 'down');
    this.#tell(headline, failing);
    return html`<p class=${failing ? 'figure dead' : 'figure'}>${headline}</p>
      ${this.#renderSpan()}
      <ul class="all">
        ${subjects.map((subject) => this.#renderSubject(answer, subject))}
      </ul>
      ${maintenance.map((window) => html`<p class="detail">Maintenance: ${maintenanceText(window)}</p>`)}
      <p class="detail">${BAR_LEGEND}</p>`;
  }

  protected override renderHome(state: HomeState): TemplateResult {
    const now = state.now.get();
    const history = historyOf(state, this.span, this.getAttribute('of') ?? undefined);
    // Rendered once a second while the page is visible, with the clock.
    history.update();
    const reading = history.reading.get();
    return this.renderPanel(this.#renderBody(reading), provenanceText(reading, now), reading.state);
  }
}

define('hw-history', HistoryElement);
