import { type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { detailsText, occupationText } from '../../data/readings/format-activity.ts';
import { absenceRows } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { isStale } from '../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../data/readings/schemas/present-activity.ts';
import { activity } from '../../data/readings/sources/activity.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement, isolated } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';

/** What the resident does now, as its agent reports it. */
export class NowElement extends ListElement<ResidentActivity> {
  static override styles = [
    panelStyles,
    css`
      /* One line is reserved, because most tasks fit into it. A long task takes two. */
      @container (width < 46em) {
        li > .clamped:first-child {
          -webkit-line-clamp: 2;
        }
      }
      @container (width < 31em) {
        section {
          --detail-lines: 2;
        }
      }
    `,
  ];

  protected override readonly usualRows = 1;
  protected override readonly heading = 'Now';
  protected override readonly sources = () => [activity];

  /** The age of this reading is the age of the report, not of the answer. */
  protected override readingOf(state: HomeState): Reading<ResidentActivity> {
    const reading = state.readings.activity.get();
    if (reading.state !== 'live') return reading;
    const fetchedAt = reading.value.updatedAt;
    return isStale(reading.value, state.now.get())
      ? { ...reading, state: 'stale', fetchedAt, cause: 'no report for more than 10 minutes' }
      : { ...reading, fetchedAt };
  }

  protected override renderBody(reading: Reading<ResidentActivity>, now: number): TemplateResult {
    const report = currentValue(reading);
    const url = report?.target?.url;
    const details = report && isolated(detailsText(report, now));
    // Without a report the list has one row that says so.
    const rows = report
      ? [{ text: occupationText(report), className: report.state }]
      : absenceRows('REPORT', reading);
    return html`<ul>
      ${rows.map(({ text, className }) =>
        this.renderRow(
          { text: isolated(text), className },
          details && url !== undefined ? html`<a href=${url}>${details}</a>` : details,
        ),
      )}
    </ul>`;
  }
}

define('hw-now', NowElement);
