import { type TemplateResult, html } from 'lit';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { LATEST_COMMITS, newest } from '../../data/readings/activity.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { ageText } from '../../data/readings/format.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';

/** The last commits of the home's repository, five of them without `limit`: author and title. */
export class CommitsElement extends ListElement<readonly Commit[]> {
  static override styles = [
    panelStyles,
    css`
      section {
        --text-lines: 2;
      }
      @container (width < 31em) {
        section {
          --text-lines: 3;
        }
      }
    `,
  ];

  protected override readonly usualRows = LATEST_COMMITS;
  protected override readonly usualLimit = 5;
  protected override readonly heading = 'Last commits';
  protected override readonly sources = () => [commits];

  protected override readingOf(state: HomeState) {
    return newest(state.readings.commits.get(), this.most);
  }

  protected override renderBody(reading: Reading<readonly Commit[]>, now: number): TemplateResult {
    const commits = currentValue(reading);
    return html`<ul>
      ${commitRows(reading).map((row, index) => {
        const commit = commits?.[index];
        return this.renderRow(row, commit && ageText(commit.authoredAt, now));
      })}
      ${this.renderWaiting(reading.state)}
    </ul>`;
  }
}

define('hw-commits', CommitsElement);
