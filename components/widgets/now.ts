import { type TemplateResult, html, nothing } from 'lit/html.js';
import type { HomeState } from '../../data/apps/home-state.ts';
import { detailsText, occupationText } from '../../data/readings/format-activity.ts';
import { absenceRows } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { isStale } from '../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../data/readings/schemas/present-activity.ts';
import { activity } from '../../data/readings/sources/activity.ts';
import { withoutBidiControls } from '../shared/text/text.ts';
import { define } from './define.ts';
import { ReadingElement } from './reading-element.ts';

/** Texts of the agent, in a direction of their own. */
const given = (text: string): TemplateResult => html`<bdi>${withoutBidiControls(text)}</bdi>`;

/** What the resident does now, as its agent reports it. */
export class NowElement extends ReadingElement<ResidentActivity> {
  protected override readonly heading = 'Now';
  protected override readonly sources = () => [activity];

  /** As old as the report, and not as the answer that brought it. */
  protected override readingOf(state: HomeState): Reading<ResidentActivity> {
    const reading = state.readings.activity.get();
    if (reading.state !== 'live') return reading;
    const fetchedAt = reading.value.updatedAt;
    return isStale(reading.value, state.now.get())
      ? { ...reading, state: 'stale', fetchedAt, cause: 'no report for more than 10 minutes' }
      : { ...reading, fetchedAt };
  }

  protected override renderBody(reading: Reading<ResidentActivity>, state: HomeState): TemplateResult {
    const report = currentValue(reading);
    const url = report?.target?.url;
    const details = report && given(detailsText(report, state.now.get()));
    // Without a report the list has one row that says so.
    const rows = report
      ? [{ text: occupationText(report), className: report.state }]
      : absenceRows('REPORT', reading);
    return html`<ul>
      ${rows.map(
        ({ text, className }) =>
          html`<li class=${className}>
            <span>${given(text)}</span>
            ${
              details
                ? html`<span class="detail"
                    >${url === undefined ? details : html`<a href=${url}>${details}</a>`}</span
                  >`
                : nothing
            }
          </li>`,
      )}
    </ul>`;
  }
}

define('hw-now', NowElement);
