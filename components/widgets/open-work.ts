import { type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { absenceRows, ageText } from '../../data/readings/format.ts';
import { checksText, openPullsText, waitsText } from '../../data/readings/format-open-work.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { OpenPull, OpenWork } from '../../data/readings/schemas/open-work.ts';
import { openWork } from '../../data/readings/sources/open-work.ts';
import { css } from '../shared/theme-css.ts';
import { define } from './define-when-present.ts';
import { ListElement, isolated } from './list-element.ts';
import { panelStyles } from './panel-styles.ts';
import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';

/**
 * The checks of the newest commit, and the open pull requests, five of them without `limit`: those that wait
 * for the owner first. The row of the checks has their state as a class: `passed`, `failed`, `pending`, `none`
 * or `unknown`.
 *
 * @cssproperty --hw-agent-working - the mark of checks that have passed
 */
export class OpenWorkElement extends ListElement<OpenWork> {
  static override styles = [
    panelStyles,
    css`
      li::before {
        width: 1.2em;
        text-align: center;
      }
      li.passed {
        --mark: var(--hw-agent-working, light-dark(${light.agentWorking}, ${theme.colors.agentWorking}));
      }
      li.passed::before {
        content: '✓' / '';
      }
      li.failed::before {
        content: '×' / '';
      }
      li.pending::before {
        content: '◌' / '';
      }
      li.failed .clamped:first-child,
      li.owner .clamped:first-child {
        font-weight: 700;
      }
    `,
  ];

  protected override readonly usualRows = 3;
  protected override readonly usualLimit = 5;
  protected override readonly heading = 'Open work';
  protected override readonly sources = () => [openWork];

  protected override readingOf = (state: HomeState): Reading<OpenWork> => state.readings.openWork.get();

  #pull(pull: OpenPull, now: number): TemplateResult {
    const detail = [pull.author, ageText(pull.openedAt, now), waitsText(pull)].filter(Boolean).join(', ');
    const row = { text: isolated(`#${pull.number} ${pull.title}`), className: pull.review };
    return this.renderRow(row, isolated(detail));
  }

  protected override renderBody(reading: Reading<OpenWork>, now: number): TemplateResult {
    const work = currentValue(reading);
    if (!work)
      return html`<ul>
        ${absenceRows('OPEN WORK', reading).map((row) => this.renderRow(row))}
        ${this.renderWaiting(reading.state)}
      </ul>`;
    const { checks, pulls } = work;
    return html`<ul>
      ${this.renderRow({ text: isolated(checksText(checks)), className: checks.state }, openPullsText(work))}
      ${pulls.slice(0, this.most).map((pull) => this.#pull(pull, now))}
    </ul>`;
  }
}

define('hw-open-work', OpenWorkElement);
