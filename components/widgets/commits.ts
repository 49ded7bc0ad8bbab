import { type TemplateResult, html, nothing } from 'lit/html.js';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { newest } from '../../data/readings/activity.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { ageText } from '../../data/readings/format.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { define } from './define.ts';
import { ReadingElement } from './reading-element.ts';

/** The last commits of the home's repository, five of them without `limit`: author and title. */
export class CommitsElement extends ReadingElement<readonly Commit[]> {
  protected override readonly heading = 'Last commits';
  protected override readonly sources = () => [commits];

  protected override readingOf(state: HomeState) {
    return newest(state.readings.commits.get(), this.limit);
  }

  protected override renderBody(reading: Reading<readonly Commit[]>, state: HomeState): TemplateResult {
    const commits = currentValue(reading);
    const now = state.now.get();
    return html`<ul>
      ${commitRows(reading).map((row, index) => {
        const commit = commits?.[index];
        return html`<li class=${row.className}>
          <span>${row.text}</span>
          ${commit ? html`<span class="detail">${ageText(commit.authoredAt, now)}</span>` : nothing}
        </li>`;
      })}
    </ul>`;
  }
}

define('hw-commits', CommitsElement);
